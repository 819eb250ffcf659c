#include "edge/http/head.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;
using academy::http::Head;
using academy::http::HeadLimits;
using academy::http::HeadReader;
using academy::http::HeadResult;
using academy::http::ListHas;
using academy::http::ParseHead;

namespace {

// The shortest text of the same head.
std::string Written(const Head& head) {
  std::string text = head.method + " " + head.target + (head.http10 ? " HTTP/1.0" : " HTTP/1.1");
  for (const auto& [name, value] : head.fields) text += "\r\n" + name + ":" + value;
  return text + "\r\n\r\n";
}

// As a connection reads a head that comes byte by byte.
HeadResult ReadInPieces(std::string_view bytes, const HeadLimits& limits, Head& head) {
  HeadReader reader;
  HeadResult result;
  for (size_t came = 1; came <= bytes.size() && result.kind == HeadResult::Kind::kIncomplete; ++came) {
    result = reader.Read(bytes.substr(0, came), limits, head);
  }
  return result;
}

}  // namespace

// The first byte says where the bytes are cut.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t cut = input.Byte();
  std::string_view bytes = input.Rest();
  const HeadLimits limits;
  Head head;
  HeadResult result = ParseHead(bytes, limits, head);
  Head other;
  HeadResult in_pieces = ReadInPieces(bytes, limits, other);
  FUZZ_CHECK(in_pieces.kind == result.kind && in_pieces.size == result.size && in_pieces.status == result.status);
  if (result.kind != HeadResult::Kind::kComplete) {
    FUZZ_CHECK((result.kind == HeadResult::Kind::kRefused) == (result.status >= 400));
    return 0;
  }
  FUZZ_CHECK(result.size <= bytes.size() && result.size <= limits.bytes);
  FUZZ_CHECK(head.fields.size() <= limits.fields && head.target.size() <= limits.target);
  FUZZ_CHECK(head.target.starts_with('/') || head.target == "*");
  FUZZ_CHECK(!head.has_body() || (head.method != "GET" && head.method != "HEAD"));
  FUZZ_CHECK(!head.chunked || head.content_length == 0);
  ListHas(academy::http::Find(head.fields, "connection"), "close");

  FUZZ_CHECK(other.fields == head.fields && other.target == head.target);

  // Nothing less is a head, and what follows is not part of it.
  FUZZ_CHECK(ParseHead(bytes.substr(0, cut % result.size), limits, other).kind == HeadResult::Kind::kIncomplete);
  FUZZ_CHECK(ParseHead(bytes.substr(0, result.size), limits, other).size == result.size);
  FUZZ_CHECK(other.fields == head.fields);

  std::string written = Written(head);
  result = ParseHead(written, limits, other);
  FUZZ_CHECK(result.kind == HeadResult::Kind::kComplete && result.size == written.size());
  FUZZ_CHECK(other.fields == head.fields && other.method == head.method && other.target == head.target);
  FUZZ_CHECK(other.keep_alive == head.keep_alive && other.chunked == head.chunked);
  FUZZ_CHECK(other.content_length == head.content_length && other.expects_continue == head.expects_continue);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string line = "0GET / HTTP/1.1\r\nHost: a\r\n";
  return {
      {.name = "fields", .head = line, .piece = "a:b\r\n", .tail = "\r\n"},
      {.name = "white_space", .head = line + "X:", .piece = " ", .tail = "b\r\n\r\n"},
      {.name = "list", .head = line + "Connection:", .piece = " ,", .tail = "b\r\n\r\n"},
      {.name = "target", .head = "0GET http://", .piece = "a/", .tail = " HTTP/1.1\r\nHost: a\r\n\r\n"},
      {.name = "no_end", .head = line + "X:", .piece = "\r", .tail = ""},
      {.name = "almost_ends", .head = line, .piece = "\r\n\r", .tail = ""},
  };
}

}  // namespace academy::fuzz
