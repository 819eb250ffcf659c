// One of the gateway's TCP connections while it speaks HTTP: reads requests, writes answers, holds a waiting poll.
//
// Not thread-safe: used on the gateway's thread only.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "edge/http/head.h"
#include "edge/live/socketio/address_limiter.h"
#include "edge/live/socketio/answering.h"
#include "edge/live/socketio/engine_session.h"
#include "edge/live/socketio/stream.h"

namespace academy::live {

struct HttpRequest {
  http::Head head;
  std::string body;
};

class HttpConnection final : public PollTransport, public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  // The connection's owner, which keeps it alive until Forget.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual bool Owns(std::string_view target) const = 0;
    // Called before OnRequest, and before a request is refused; `head` is then as much as was read of it.
    virtual Answering Begin(const HttpConnection& connection, const http::Head& head) = 0;
    // Must answer with Reply, Park or Detach.
    virtual void OnRequest(const std::shared_ptr<HttpConnection>& connection, HttpRequest request) = 0;
    // The next request, at the beginning of `bytes`, is for the front door.
    virtual void OnForeignRequest(Stream stream, std::string bytes) = 0;
    virtual void Forget(const std::shared_ptr<HttpConnection>& connection) = 0;
  };

  // `head` is the first request's head, if it was already read; that request is answered here without asking Owns().
  // `bytes` were read after it. `owner` must outlive the connection's handlers.
  HttpConnection(Stream stream, std::optional<http::Head> head, std::string bytes, AddressLimiter::Place place,
                 Owner& owner, size_t max_body);
  ~HttpConnection() override;

  void Start();

  // Answers the request; `close` ends the connection after it.
  void Reply(int status, std::string_view content_type, std::string body, bool close = false);
  // Keeps the request open as a poll; `on_hangup` is called if the client hangs up before Respond.
  void Park(std::function<void()> on_hangup);
  // Answers a poll.
  void Respond(std::string payload) override;

  // Gives up the stream for the WebSocket handshake and ends this connection. Only while CanDetach(), which is false
  // while a read is pending, as it is after a poll.
  bool CanDetach() const { return !read_pending_ && bytes_.empty(); }
  struct Detached {
    Stream stream;
    AddressLimiter::Place place;
    Answering answering;
  };
  Detached Detach();

  // Closes the connection at once.
  void Abort();
  // Closes the connection when no request is open.
  void CloseWhenIdle();

  // When the owner's sweep should drop the client as too slow.
  Clock::time_point deadline() const { return deadline_; }
  // The socket's remote address.
  const std::string& address() const { return place_.address(); }
  bool secure() const { return stream_.secure(); }

 private:
  enum class State { kReading, kHandling, kWriting, kLingering, kHandingBack, kOver };

  void ReadMore();
  void OnBytes(size_t count);
  void OnLost();
  // Parses what has been read, and passes on a complete request.
  void Advance();
  void AdvanceHead();
  void BeginBody();
  void AdvanceBody();
  // `head` is as much of the request's as was read.
  void Refuse(int status, const http::Head& head);
  void Write();
  void HandBack();

  Stream stream_;
  std::string bytes_;
  AddressLimiter::Place place_;
  Owner& owner_;
  const size_t max_body_;

  State state_ = State::kReading;
  bool read_pending_ = false;
  // The answer to the current request (HEAD) has no body.
  bool head_only_ = false;
  bool close_after_ = false;
  bool close_when_idle_ = false;
  Clock::time_point deadline_;
  http::HeadReader head_;
  // Set from a request's head until its body is complete.
  std::optional<HttpRequest> request_;
  http::BodyDecoder body_;
  Answering answering_;
  std::function<void()> on_hangup_;
  std::string answer_;
  std::array<char, 2048> buffer_;
};

}  // namespace academy::live
