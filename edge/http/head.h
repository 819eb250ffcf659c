// Parses the head of an HTTP/1.1 request and decides, in one place for the whole edge, where its body ends (RFC 9112).
// The rules about a head's parts hold for every version of HTTP: HTTP/2 puts its heads together by the same functions.
//
// The functions are pure and may be called from any thread; the classes are not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace academy::http {

struct HeadLimits {
  // Request line and fields together, bytes.
  size_t bytes = 16 * 1024;
  size_t fields = 100;
  // The request target, bytes.
  size_t target = 8 * 1024;
};

// Names are lower-case, values without surrounding white space.
using Fields = std::vector<std::pair<std::string, std::string>>;

// The value of the first field with that lower-case name; empty when there is none.
std::string_view Find(const Fields& fields, std::string_view name);

struct Head {
  std::string method;
  // Origin form: path and query, undecoded. Scheme and host of an absolute-form target are dropped.
  std::string target;
  Fields fields;
  bool http10 = false;
  bool keep_alive = true;
  bool expects_continue = false;
  // The body is chunked, or has this length.
  bool chunked = false;
  uint64_t content_length = 0;
  // It has a body of unknown length, whose end the layer below tells (HTTP/2).
  bool open_ended = false;

  bool has_body() const { return chunked || open_ended || content_length > 0; }
};

// Each returns 0, or the HTTP status that the request is refused with.
// Sets method and target, reduced to origin form: 400, 414 or 501.
int SetTarget(std::string_view method, std::string_view target, const HeadLimits& limits, Head& head);
// Appends a field; lower-cases its name and trims its value: 400 or 431.
int AddField(std::string_view name, std::string_view value, const HeadLimits& limits, Head& head);
// Once all parts are there: sets what the fields say about body and connection: 400, 415, 417 or 501.
int InterpretFields(Head& head);

// Whether a comma-separated list contains the lower-case `word`, ignoring the list's case.
bool ListHas(std::string_view list, std::string_view word);

struct HeadResult {
  enum class Kind { kIncomplete, kComplete, kRefused };
  Kind kind = Kind::kIncomplete;
  // Bytes of the head, when complete.
  size_t size = 0;
  // HTTP status, when refused: 400, 414, 415, 417, 431, 501 or 505.
  int status = 0;
};

// Parses a head from the front of `bytes`. Refuses anything that a second parser could read differently: folded fields,
// bare line feeds, repeated or odd lengths, a length beside chunks, a body on GET or HEAD.
HeadResult ParseHead(std::string_view bytes, const HeadLimits& limits, Head& head);

// Parses a head as it arrives. It remembers where it stopped searching for the head's end, so that a client that sends
// byte by byte costs no more than one that sends the head whole.
class HeadReader {
 public:
  // `bytes` is everything received since the head's beginning, the bytes of earlier calls included. The answer is that
  // of ParseHead; after kComplete or kRefused use a new reader.
  HeadResult Read(std::string_view bytes, const HeadLimits& limits, Head& head);

 private:
  // The head's end does not begin before here.
  size_t searched_ = 0;
};

// Decodes a chunked body as it arrives.
class ChunkDecoder {
 public:
  enum class State { kMore, kDone, kBad };

  // Appends at most `room` decoded bytes to `out` and sets `used` to the number of bytes of `in` consumed.
  State Decode(std::string_view in, size_t room, std::string& out, size_t& used);

 private:
  enum class Phase { kSize, kExtension, kSizeEnd, kData, kDataReturn, kDataEnd, kTrailer, kTrailerEnd, kDone };

  State Step(char c);

  Phase phase_ = Phase::kSize;
  uint64_t left_ = 0;
  int digits_ = 0;
  // Bytes of the current chunk extension, or of all trailers.
  size_t extra_ = 0;
  bool line_empty_ = true;
};

// Extracts a request's body from the bytes that follow its head, as they arrive.
class BodyDecoder {
 public:
  using State = ChunkDecoder::State;

  // For a request without a body.
  BodyDecoder() = default;
  explicit BodyDecoder(const Head& head)
      : chunked_(head.chunked), open_ended_(head.open_ended), left_(head.content_length) {}

  // Appends at most `room` bytes of the body to `out` and sets `used` to the number of bytes of `in` consumed. kBad is
  // a malformed chunk. A body with an open end is never kDone.
  State Decode(std::string_view in, size_t room, std::string& out, size_t& used);

 private:
  bool chunked_ = false;
  bool open_ended_ = false;
  ChunkDecoder chunks_;
  // Bytes still to come, when not chunked.
  uint64_t left_ = 0;
};

}  // namespace academy::http
