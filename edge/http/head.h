// Reads the head of an HTTP/1.1 request and decides, once and for the whole edge, where its body ends (RFC 9112).
//
// Pure; every function may be called from any thread.
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

// The first field of that lower-case name; empty when there is none.
std::string_view Find(const Fields& fields, std::string_view name);

struct Head {
  std::string method;
  // Origin form: path and query, undecoded. Of an absolute-form target the rest is dropped.
  std::string target;
  Fields fields;
  bool http10 = false;
  bool keep_alive = true;
  bool expects_continue = false;
  // The body: chunked, or this long.
  bool chunked = false;
  uint64_t content_length = 0;

  bool has_body() const { return chunked || content_length > 0; }
};

// Whether a comma-separated list has the word, which is lower-case; the list's case does not matter.
bool ListHas(std::string_view list, std::string_view word);

struct HeadResult {
  enum class Kind { kIncomplete, kComplete, kRefused };
  Kind kind = Kind::kIncomplete;
  // Bytes of the head, when complete.
  size_t size = 0;
  // HTTP status, when refused: 400, 414, 415, 417, 431, 501 or 505.
  int status = 0;
};

// Reads a head from the front of `bytes`. Refuses what a second reader could understand otherwise: folded fields, bare
// line feeds, repeated or odd lengths, length beside chunks, a body on GET or HEAD.
HeadResult ParseHead(std::string_view bytes, const HeadLimits& limits, Head& head);

// Takes the chunks of a chunked body apart, as they come. Not thread-safe.
class ChunkDecoder {
 public:
  enum class State { kMore, kDone, kBad };

  // Appends at most `room` decoded bytes to `out`; says in `used` how much of `in` is done with.
  State Decode(std::string_view in, size_t room, std::string& out, size_t& used);

 private:
  enum class Phase { kSize, kExtension, kSizeEnd, kData, kDataReturn, kDataEnd, kTrailer, kTrailerEnd, kDone };

  State Step(char c);

  Phase phase_ = Phase::kSize;
  uint64_t left_ = 0;
  int digits_ = 0;
  // Of the present extension, or of all trailers.
  size_t extra_ = 0;
  bool line_empty_ = true;
};

// Takes a request's body out of the bytes that follow its head, as they come. Not thread-safe.
class BodyDecoder {
 public:
  using State = ChunkDecoder::State;

  // Of a request without a body.
  BodyDecoder() = default;
  explicit BodyDecoder(const Head& head) : chunked_(head.chunked), left_(head.content_length) {}

  // Appends at most `room` bytes of the body to `out`; says in `used` how much of `in` is done with. kBad is a
  // malformed chunk.
  State Decode(std::string_view in, size_t room, std::string& out, size_t& used);

 private:
  bool chunked_ = false;
  ChunkDecoder chunks_;
  // Without chunks.
  uint64_t left_ = 0;
};

}  // namespace academy::http
