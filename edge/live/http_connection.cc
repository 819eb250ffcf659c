#include "edge/live/http_connection.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <utility>

namespace academy::live {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Error = boost::system::error_code;

constexpr size_t kMaxHead = 16 * 1024;
constexpr size_t kMaxLine = 8 * 1024;
// What a client may send ahead while its poll is waiting.
constexpr size_t kMaxAhead = 64 * 1024;
constexpr std::chrono::seconds kRequestTime{10};
constexpr std::chrono::seconds kIdleTime{75};
constexpr std::chrono::seconds kWriteTime{30};
constexpr std::chrono::seconds kLingerTime{2};

}  // namespace

struct HttpConnection::Parser {
  http::request_parser<http::string_body> http;
};

HttpConnection::HttpConnection(Stream stream, std::string bytes, AddressLimiter::Place place, Owner& owner,
                               size_t max_body)
    : stream_(std::move(stream)),
      bytes_(std::move(bytes)),
      place_(std::move(place)),
      owner_(owner),
      max_body_(max_body),
      deadline_(Clock::now() + kRequestTime) {}

HttpConnection::~HttpConnection() = default;

void HttpConnection::Start() { Advance(); }

void HttpConnection::ReadMore() {
  if (read_pending_) return;
  read_pending_ = true;
  stream_.async_read_some(asio::buffer(buffer_), [self = shared_from_this()](Error error, size_t count) {
    self->read_pending_ = false;
    if (self->state_ == State::kOver) return;
    if (error && self->state_ != State::kGivingBack) return self->OnLost();
    self->OnBytes(count);
  });
}

void HttpConnection::OnBytes(size_t count) {
  if (state_ == State::kReading && bytes_.empty() && parser_ == nullptr) deadline_ = Clock::now() + kRequestTime;
  if (state_ == State::kLingering) return ReadMore();
  bytes_.append(buffer_.data(), count);
  if (state_ == State::kReading) return Advance();
  if (state_ == State::kGivingBack) return GiveBack();
  // A poll waits, or is being answered: the read goes on only to notice a client that hangs up.
  if (bytes_.size() > kMaxAhead) return OnLost();
  if (state_ == State::kHandling) ReadMore();
}

void HttpConnection::OnLost() {
  std::function<void()> on_hangup = std::exchange(on_hangup_, nullptr);
  std::shared_ptr<HttpConnection> self = shared_from_this();
  Abort();
  if (on_hangup) on_hangup();
}

void HttpConnection::Advance() {
  if (parser_ == nullptr && !AdvanceHead()) return;
  AdvanceBody();
}

// False when there is no whole head yet, or the request is not for us to answer.
bool HttpConnection::AdvanceHead() {
  size_t line = bytes_.find("\r\n");
  if (line == bytes_.npos && bytes_.size() > kMaxLine) {
    Refuse(431);
    return false;
  }
  if (line != bytes_.npos) {
    std::string_view target = std::string_view(bytes_).substr(0, line);
    size_t space = target.find(' ');
    target.remove_prefix(space == target.npos ? target.size() : space + 1);
    if (!owner_.Owns(target.substr(0, target.find(' ')))) {
      GiveBack();
      return false;
    }
  }
  size_t end = bytes_.find("\r\n\r\n");
  if (end == bytes_.npos) {
    if (bytes_.size() > kMaxHead) {
      Refuse(431);
    } else {
      ReadMore();
    }
    return false;
  }

  request_ = {};
  request_.head = bytes_.substr(0, end + 4);
  bytes_.erase(0, end + 4);
  parser_ = std::make_unique<Parser>();
  parser_->http.header_limit(kMaxHead);
  parser_->http.body_limit(max_body_);
  Error error;
  parser_->http.put(asio::buffer(request_.head), error);
  if (error == http::error::body_limit) {
    Refuse(413);
    return false;
  }
  if ((error && error != http::error::need_more) || !parser_->http.is_header_done()) {
    Refuse(400);
    return false;
  }
  const auto& fields = parser_->http.get();
  // Two ways to say where the body ends are two requests for somebody on the way (RFC 9112 section 6.3).
  if (parser_->http.chunked() && fields.count(http::field::content_length) > 0) {
    Refuse(400);
    return false;
  }
  parser_->http.eager(true);
  return true;
}

void HttpConnection::AdvanceBody() {
  Error error;
  while (!parser_->http.is_done() && !bytes_.empty()) {
    size_t used = parser_->http.put(asio::buffer(bytes_), error);
    bytes_.erase(0, used);
    if (error == http::error::body_limit) return Refuse(413);
    if (error && error != http::error::need_more) return Refuse(400);
    if (used == 0) break;
  }
  if (!parser_->http.is_done()) {
    if (bytes_.size() > kMaxAhead) return Refuse(400);
    return ReadMore();
  }
  http::request<http::string_body> message = parser_->http.release();
  parser_.reset();
  auto text = [](auto view) { return std::string(view.data(), view.size()); };
  request_.method = text(message.method_string());
  request_.target = text(message.target());
  request_.host = text(message[http::field::host]);
  request_.origin = text(message[http::field::origin]);
  auto hops = message.equal_range("X-Forwarded-For");
  for (auto hop = hops.first; hop != hops.second; ++hop) {
    if (!request_.forwarded_for.empty()) request_.forwarded_for += ',';
    request_.forwarded_for += text(hop->value());
  }
  request_.websocket_upgrade = boost::beast::websocket::is_upgrade(message);
  request_.keep_alive = message.keep_alive();
  request_.body = std::move(message.body());
  state_ = State::kHandling;
  deadline_ = Clock::time_point::max();
  close_after_ = !request_.keep_alive;
  owner_.OnRequest(shared_from_this(), std::exchange(request_, {}));
}

void HttpConnection::Refuse(int status) {
  state_ = State::kHandling;
  Reply(status, "text/plain; charset=UTF-8", "", /*close=*/true);
}

void HttpConnection::Reply(int status, std::string_view content_type, std::string body, bool close) {
  if (state_ != State::kHandling) return;
  on_hangup_ = nullptr;
  close_after_ = close_after_ || close || close_when_idle_;
  answer_ = "HTTP/1.1 " + std::to_string(status) + " ";
  answer_ += http::obsolete_reason(static_cast<http::status>(status));
  answer_ += "\r\nContent-Type: ";
  answer_ += content_type;
  answer_ += "\r\nContent-Length: " + std::to_string(body.size()) +
             "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: " +
             (close_after_ ? "close" : "keep-alive") + "\r\n\r\n";
  answer_ += body;
  Write();
}

void HttpConnection::Write() {
  state_ = State::kWriting;
  deadline_ = Clock::now() + kWriteTime;
  asio::async_write(stream_, asio::buffer(answer_), [self = shared_from_this()](Error error, size_t) {
    if (self->state_ == State::kOver) return;
    if (error) return self->OnLost();
    std::exchange(self->answer_, {});
    if (self->close_after_ || self->close_when_idle_) {
      // Closing with bytes unread would reset the connection and take the answer with it.
      self->stream_.ShutdownSend();
      self->state_ = State::kLingering;
      self->deadline_ = Clock::now() + kLingerTime;
      return self->ReadMore();
    }
    self->state_ = State::kReading;
    self->deadline_ = Clock::now() + (self->bytes_.empty() ? kIdleTime : kRequestTime);
    self->Advance();
  });
}

void HttpConnection::Park(std::function<void()> on_hangup) {
  if (state_ != State::kHandling) return;
  on_hangup_ = std::move(on_hangup);
  ReadMore();
}

void HttpConnection::Answer(std::string payload) { Reply(200, "text/plain; charset=UTF-8", std::move(payload)); }

HttpConnection::Detached HttpConnection::Detach() {
  state_ = State::kOver;
  Detached detached{std::move(stream_), std::move(place_)};
  owner_.Forget(shared_from_this());
  return detached;
}

void HttpConnection::GiveBack() {
  if (read_pending_) {
    // What the read has got already must go along: its handler comes back here.
    state_ = State::kGivingBack;
    stream_.Cancel();
    return;
  }
  state_ = State::kOver;
  std::shared_ptr<HttpConnection> self = shared_from_this();
  owner_.Forget(self);
  owner_.OnForeignRequest(std::move(stream_), std::move(bytes_));
}

void HttpConnection::Abort() {
  if (state_ == State::kOver) return;
  state_ = State::kOver;
  on_hangup_ = nullptr;
  stream_.Close();
  owner_.Forget(shared_from_this());
}

void HttpConnection::CloseWhenIdle() {
  close_when_idle_ = true;
  if (state_ == State::kReading && parser_ == nullptr && bytes_.empty()) Abort();
}

}  // namespace academy::live
