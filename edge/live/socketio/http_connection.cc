#include "edge/live/socketio/http_connection.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http/status.hpp>
#include <utility>

#include "edge/http/response/transport_security.h"

namespace academy::live {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;

// The most bytes a client may send ahead while its poll is waiting.
constexpr size_t kMaxAhead = 64 * 1024;
constexpr std::chrono::seconds kRequestTime{10};
constexpr std::chrono::seconds kIdleTime{75};
constexpr std::chrono::seconds kWriteTime{30};
constexpr std::chrono::seconds kLingerTime{2};

}  // namespace

HttpConnection::HttpConnection(Stream stream, std::optional<http::Head> head, std::string bytes,
                               AddressLimiter::Place place, Owner& owner, size_t max_body)
    : stream_(std::move(stream)),
      bytes_(std::move(bytes)),
      place_(std::move(place)),
      owner_(owner),
      max_body_(max_body),
      deadline_(Clock::now() + kRequestTime) {
  if (head.has_value()) request_ = HttpRequest{.head = *std::move(head), .body = {}};
}

HttpConnection::~HttpConnection() = default;

void HttpConnection::Start() {
  if (request_.has_value()) return BeginBody();
  Advance();
}

void HttpConnection::ReadMore() {
  if (read_pending_) return;
  read_pending_ = true;
  stream_.async_read_some(asio::buffer(buffer_), [self = shared_from_this()](Error error, size_t count) {
    self->read_pending_ = false;
    if (self->state_ == State::kOver) return;
    if (error && self->state_ != State::kHandingBack) return self->OnLost();
    self->OnBytes(count);
  });
}

void HttpConnection::OnBytes(size_t count) {
  if (state_ == State::kReading && bytes_.empty() && !request_.has_value()) deadline_ = Clock::now() + kRequestTime;
  if (state_ == State::kLingering) return ReadMore();
  bytes_.append(buffer_.data(), count);
  if (state_ == State::kReading) return Advance();
  if (state_ == State::kHandingBack) return HandBack();
  // A poll is waiting or being answered; the read only serves to notice a client that hangs up.
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
  if (request_.has_value()) return AdvanceBody();
  AdvanceHead();
}

void HttpConnection::AdvanceHead() {
  HttpRequest request;
  http::HeadResult result = head_.Read(bytes_, http::HeadLimits(), request.head);
  if (result.kind == http::HeadResult::Kind::kIncomplete) return ReadMore();
  head_ = http::HeadReader();
  if (result.kind == http::HeadResult::Kind::kRefused) return Refuse(result.status, request.head);
  if (!owner_.Owns(request.head.target)) return HandBack();
  bytes_.erase(0, result.size);
  request_ = std::move(request);
  BeginBody();
}

void HttpConnection::BeginBody() {
  if (request_->head.content_length > max_body_) return Refuse(413, request_->head);
  body_ = http::BodyDecoder(request_->head);
  AdvanceBody();
}

void HttpConnection::AdvanceBody() {
  std::string& body = request_->body;
  size_t used = 0;
  // One byte past the limit is enough to detect the excess.
  http::BodyDecoder::State state = body_.Decode(bytes_, max_body_ + 1 - body.size(), body, used);
  bytes_.erase(0, used);
  if (state == http::BodyDecoder::State::kBad) return Refuse(400, request_->head);
  if (body.size() > max_body_) return Refuse(413, request_->head);
  if (state == http::BodyDecoder::State::kMore) return ReadMore();
  HttpRequest request = *std::exchange(request_, std::nullopt);
  state_ = State::kHandling;
  deadline_ = Clock::time_point::max();
  head_only_ = request.head.method == "HEAD";
  close_after_ = !request.head.keep_alive;
  answering_ = owner_.Begin(*this, request.head);
  owner_.OnRequest(shared_from_this(), std::move(request));
}

void HttpConnection::Refuse(int status, const http::Head& head) {
  answering_ = owner_.Begin(*this, head);
  request_.reset();
  state_ = State::kHandling;
  Reply(status, "text/plain; charset=UTF-8", "", /*close=*/true);
}

void HttpConnection::Reply(int status, std::string_view content_type, std::string body, bool close) {
  if (state_ != State::kHandling) return;
  on_hangup_ = nullptr;
  close_after_ = close_after_ || close || close_when_idle_;
  answer_ = "HTTP/1.1 " + std::to_string(status) + " ";
  auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  answer_.append(reason.data(), reason.size());
  answer_ += "\r\nContent-Type: ";
  answer_ += content_type;
  answer_ += "\r\nContent-Length: " + std::to_string(body.size()) +
             "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: " + answering_.request_id;
  if (answering_.secure) {
    answer_ += "\r\nStrict-Transport-Security: ";
    answer_ += http::kTransportSecurity;
  }
  answer_ += std::string("\r\nConnection: ") + (close_after_ ? "close" : "keep-alive") + "\r\n\r\n";
  if (answering_.record != nullptr) answering_.record->set_status(status);
  if (!head_only_) answer_ += body;
  Write();
}

void HttpConnection::Write() {
  state_ = State::kWriting;
  deadline_ = Clock::now() + kWriteTime;
  asio::async_write(stream_, asio::buffer(answer_), [self = shared_from_this()](Error error, size_t count) {
    Answering answered = std::exchange(self->answering_, {});
    if (answered.record != nullptr) answered.record->AddBytes(count);
    if (self->state_ == State::kOver) return;
    if (error) return self->OnLost();
    std::exchange(self->answer_, {});
    if (self->close_after_ || self->close_when_idle_) {
      // Closing with unread bytes would reset the connection, and the answer could be lost.
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

void HttpConnection::Respond(std::string payload) { Reply(200, "text/plain; charset=UTF-8", std::move(payload)); }

HttpConnection::Detached HttpConnection::Detach() {
  state_ = State::kOver;
  Detached detached{std::move(stream_), std::move(place_), std::exchange(answering_, {})};
  owner_.Forget(shared_from_this());
  return detached;
}

void HttpConnection::HandBack() {
  if (read_pending_) {
    // Bytes that the pending read already has must go along: its handler calls this again.
    state_ = State::kHandingBack;
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
  if (state_ == State::kReading && !request_.has_value() && bytes_.empty()) Abort();
}

}  // namespace academy::live
