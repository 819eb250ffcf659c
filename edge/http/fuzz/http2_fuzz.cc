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
    // Of a body longer than announced as much is read as comes in one piece with what is right.
    bool operator==(const Seen& other) const {
      bool same = ended ? body == other.body : body.starts_with(other.body) || other.body.starts_with(body);
      return same && method == other.method && target == other.target && status == other.status &&
             ended == other.ended && closed == other.closed;
    }
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

// Whether one of the frames is a GOAWAY.
bool SaysGoodbye(std::string_view frames) {
  constexpr size_t kHeader = 9;
  while (frames.size() >= kHeader) {
    auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<uint8_t>(frames[at])); };
    if (byte(3) == 7) return true;
    frames.remove_prefix(std::min(frames.size(), kHeader + (byte(0) << 16 | byte(1) << 8 | byte(2))));
  }
  return false;
}

// Reads all of the bytes, `step` at a time, and writes nothing. False if the session failed.
bool Read(std::string_view bytes, size_t step, Streams& streams) {
  Http2Session session(HeadLimits(), streams);
  streams.set_session(&session);
  session.Receive(kPreface, absl::Seconds(1));
  for (size_t at = 0; at < bytes.size(); at += step) session.Receive(bytes.substr(at, step), absl::Seconds(1));
  return !session.failed();
}

}  // namespace

// The first byte says how the bytes come.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t step = 1 + input.Byte();
  std::string_view bytes = input.Rest();
  Streams whole;
  bool whole_read = Read(bytes, bytes.size() + 1, whole);
  Streams pieces;
  bool pieces_read = Read(bytes, step, pieces);
  // nghttp2 counts a CONTINUATION twice whose header comes in two pieces, and gives up sooner. After a GOAWAY it reads
  // what came with it and no more.
  FUZZ_CHECK(!whole_read || !pieces_read || SaysGoodbye(bytes) || whole.all() == pieces.all());

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
