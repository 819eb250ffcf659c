// The server's side of one HTTP/2 connection (RFC 9113): frames in, frames out, and what a peer may do at most. Wraps
// nghttp2; no type of its appears here, so that only session.cc compiles it.
//
// Not thread-safe: it belongs to one connection, which calls it under its lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "edge/http/head.h"
#include "edge/http/http2/patience.h"
#include "edge/http/http2/request_head.h"

struct nghttp2_session;

namespace academy::http {

// RFC 9113, 7.
enum class Http2Error : uint32_t {
  kNone = 0x0,
  kProtocol = 0x1,
  kInternal = 0x2,
  kCancel = 0x8,
  kEnhanceYourCalm = 0xb,
};

class Http2Session {
 public:
  // What happens to the session's streams. Called by Receive and Write, and must not call these two.
  class Streams {
   public:
    struct Ready {
      // 0: nothing yet, until Resume.
      size_t bytes = 0;
      // Nothing comes after them.
      bool last = false;
    };

    virtual ~Streams() = default;
    // A request; `status` is 0, or that of its refusal, and `head` as much as was read. `ended`: nothing more comes.
    virtual void OnHead(int32_t stream, int status, Head head, bool ended) = 0;
    // A request whose stream is reset, because its head is malformed.
    virtual void OnMalformed(const Head& head) = 0;
    // Of a request's body; the stream's window opens again by Consume, the connection's by ConsumeConnection.
    virtual void OnData(int32_t stream, std::string_view bytes) = 0;
    virtual void OnEnd(int32_t stream) = 0;
    // It is over, whoever ended it. Follows every OnHead.
    virtual void OnClosed(int32_t stream) = 0;

    // How much of its answer's body may be sent, at most `room`.
    virtual Ready OnRoom(int32_t stream, size_t room) = 0;
    // Appends as many bytes to `out`.
    virtual void OnTake(int32_t stream, size_t bytes, std::string& out) = 0;
    // A frame of its answer was written: `bytes` with its header; `last`: nothing follows.
    virtual void OnWritten(int32_t stream, size_t bytes, bool last) = 0;
  };

  // Streams that a peer may have open.
  static constexpr uint32_t kMaxStreams = 64;
  // Bytes of bodies that a peer may send unasked, over all streams (RFC 9113, 6.9.2).
  static constexpr size_t kSmallWindow = 65535;
  // The same once a body is wanted.
  static constexpr size_t kWideWindow = 1024 * 1024;

  Http2Session(const HeadLimits& limits, Streams& streams);
  ~Http2Session();

  Http2Session(const Http2Session&) = delete;
  Http2Session& operator=(const Http2Session&) = delete;

  // Takes what the peer sent; `now` is SteadyNow(). After an error of the peer's only the farewell is written.
  void Receive(std::string_view bytes, absl::Duration now);
  // Appends frames to `out`, until it has `at_least` bytes or there are no more.
  void Write(std::string& out, size_t at_least);

  // Ended by Fail, or because the peer went too far.
  bool failed() const { return failed_; }
  // Whether nothing is read or written any more.
  bool over() const;
  // The first frame came.
  bool begun() const { return begun_; }
  // A head began and has not ended.
  bool amid_head() const { return head_.has_value(); }

  using Headers = std::vector<std::pair<std::string, std::string>>;
  // Answers a request. With `body` its bytes are asked for by OnRoom.
  void Answer(int32_t stream, int status, const Headers& headers, std::optional<int64_t> length, bool body);
  // 100 Continue.
  void Continue(int32_t stream);
  void Reset(int32_t stream, Http2Error error);
  // OnRoom has something again.
  void Resume(int32_t stream);

  void Consume(int32_t stream, size_t bytes);
  void ConsumeConnection(size_t bytes);
  // Lets more of a wanted body be on its way at once.
  void Widen(int32_t stream);
  // How many bytes the peer takes on a stream now, by its own window.
  int32_t WindowOf(int32_t stream) const;

  // Tells the peer to begin nothing more here; what it has begun meanwhile is served.
  void Announce();
  // Serves nothing begun after this; over() once all else is answered.
  void Finish();
  // Ends the session; only the farewell is written.
  void Fail(Http2Error error);

 private:
  // What nghttp2 calls back.
  struct Callbacks;

  // Ends the session when the peer has used up what it may do.
  int Tolerate(bool within);

  Streams& streams_;
  const HeadLimits limits_;
  nghttp2_session* session_ = nullptr;
  // Being received; trailers too.
  std::optional<RequestHead> head_;
  bool begun_ = false;
  bool failed_ = false;
  bool wide_ = false;
  absl::Duration now_;
  // Requests that are cancelled or malformed (CVE-2023-44487).
  Patience cancelled_;
  // Frames that move nothing.
  Patience idle_frames_;
  // Where Write appends.
  std::string* out_ = nullptr;
  size_t at_least_ = 0;
};

}  // namespace academy::http
