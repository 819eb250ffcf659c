#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "edge/http/http2/session.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;
using academy::http::Head;
using academy::http::HeadLimits;
using academy::http::Http2Session;

namespace {

constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr size_t kGather = 4096;
constexpr size_t kLargestFrame = 16 * 1024 + 9;

// Answers every request with a few bytes and takes down what happens.
class Streams final : public Http2Session::Streams {
 public:
  struct Seen {
    std::string method;
    std::string target;
    int status = 0;
    std::string body;
    bool ended = false;
    bool closed = false;
    bool operator==(const Seen&) const = default;
  };

  void OnHead(int32_t stream, int status, Head head, bool ended) override {
    const HeadLimits limits;
    FUZZ_CHECK(!seen_.contains(stream) && stream % 2 == 1);
    FUZZ_CHECK(status == 0 || status >= 400);
    FUZZ_CHECK(head.fields.size() <= limits.fields && head.target.size() <= limits.target);
    if (status == 0) {
      FUZZ_CHECK(head.target.starts_with('/') || head.target == "*");
      FUZZ_CHECK(!head.has_body() || (head.method != "GET" && head.method != "HEAD"));
      FUZZ_CHECK(!head.chunked && !academy::http::Find(head.fields, "host").empty());
    }
    ++open_;
    FUZZ_CHECK(open_ <= Http2Session::kMaxStreams);
    seen_[stream] = {.method = head.method, .target = head.target, .status = status, .ended = ended};
    session_->Answer(stream, 200, {{"X-Name", "value"}}, 10, true);
  }
  void OnMalformed(const Head&) override { ++malformed_; }
  void OnData(int32_t stream, std::string_view bytes) override {
    Seen& seen = seen_.at(stream);
    FUZZ_CHECK(!seen.ended && !seen.closed);
    seen.body += bytes;
    session_->Consume(stream, bytes.size());
    session_->ConsumeConnection(bytes.size());
  }
  void OnEnd(int32_t stream) override { FUZZ_CHECK(!std::exchange(seen_.at(stream).ended, true)); }
  void OnClosed(int32_t stream) override {
    auto seen = seen_.find(stream);
    // Malformed ones had no head.
    if (seen == seen_.end()) return;
    FUZZ_CHECK(!std::exchange(seen->second.closed, true));
    --open_;
  }
  Ready OnRoom(int32_t stream, size_t room) override {
    size_t bytes = std::min<size_t>(room, 10 - sent_[stream]);
    return {.bytes = bytes, .last = sent_[stream] + bytes == 10};
  }
  void OnTake(int32_t stream, size_t bytes, std::string& out) override {
    sent_[stream] += bytes;
    out.append(bytes, 'a');
  }
  void OnWritten(int32_t, size_t, bool) override {}

  auto all() const { return std::tie(seen_, malformed_); }
  void set_session(Http2Session* session) { session_ = session; }

 private:
  Http2Session* session_ = nullptr;
  std::map<int32_t, Seen> seen_;
  std::map<int32_t, size_t> sent_;
  size_t open_ = 0;
  int malformed_ = 0;
};

// Reads all of the bytes, `step` at a time; writes only then.
void Read(std::string_view bytes, size_t step, Streams& streams) {
  Http2Session session(HeadLimits(), streams);
  streams.set_session(&session);
  session.Receive(kPreface, absl::Seconds(1));
  for (size_t at = 0; at < bytes.size(); at += step) session.Receive(bytes.substr(at, step), absl::Seconds(1));
}

}  // namespace

// The first byte says how the bytes come.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t step = 1 + input.Byte();
  std::string_view bytes = input.Rest();
  Streams whole;
  Read(bytes, bytes.size() + 1, whole);
  Streams pieces;
  Read(bytes, step, pieces);
  FUZZ_CHECK(whole.all() == pieces.all());

  // As a connection does: what is written between the pieces changes streams.
  Streams streams;
  Http2Session session(HeadLimits(), streams);
  streams.set_session(&session);
  session.Receive(kPreface, absl::Seconds(1));
  for (size_t at = 0; at < bytes.size(); at += step) {
    session.Receive(bytes.substr(at, step), absl::Seconds(1));
    std::string out;
    do {
      out.clear();
      session.Write(out, kGather);
      FUZZ_CHECK(out.size() <= kGather + kLargestFrame);
    } while (!out.empty());
    if (session.over()) break;
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string settings("\xff\0\0\0\x04\0\0\0\0\0", 10);
  const std::string ping(
      "\0\0\x08\x06\0\0\0\0\0"
      "12345678",
      17);
  const std::string empty_data("\0\0\0\0\0\0\0\0\x01", 9);
  const std::string window("\0\0\x04\x08\0\0\0\0\0\0\0\0\x01", 13);
  // POST of /, https, of the host `a`, whose body follows.
  const std::string post("\0\0\x06\x01\x04\0\0\0\x01\x83\x87\x84\x01\x01\x61", 15);
  const std::string unended("\0\0\x01\x01\0\0\0\0\x01\x83", 10);
  const std::string continuation("\0\0\x01\x09\0\0\0\0\x01\x83", 10);
  const std::string byte(
      "\0\0\x01\0\0\0\0\0\x01"
      "a",
      10);
  return {
      {.name = "pings", .head = settings, .piece = ping, .tail = ""},
      {.name = "windows", .head = settings, .piece = window, .tail = ""},
      {.name = "empty_data", .head = settings + post, .piece = empty_data, .tail = ""},
      {.name = "continuations", .head = settings + unended, .piece = continuation, .tail = ""},
      {.name = "small_data", .head = settings + post, .piece = byte, .tail = ""},
  };
}

}  // namespace academy::fuzz
