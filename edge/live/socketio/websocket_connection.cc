#include "edge/live/socketio/websocket_connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/http/response/transport_security.h"

namespace academy::live {

// Beast finds these by argument-dependent lookup and calls them to end the stream below a WebSocket; with TLS, the
// closing alert goes first. Neither waits for the client to hang up: a client that broke the protocol might never do
// so.
inline void beast_close_socket(Stream& stream) { stream.Close(); }
inline void teardown(boost::beast::role_type, Stream& stream, boost::system::error_code& error) {
  stream.ShutdownSend();
  error = {};
}
template <typename Handler>
void async_teardown(boost::beast::role_type, Stream& stream, Handler&& handler) {
  stream.ShutdownSend();
  boost::asio::post(stream.get_executor(),
                    [handler = std::forward<Handler>(handler)]() mutable { handler(boost::system::error_code()); });
}

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using Error = boost::system::error_code;

constexpr std::chrono::seconds kHandshakeTime{10};
constexpr std::chrono::seconds kGoodbyeTime{5};
// A read buffer that grew beyond this for a large message is freed afterwards.
constexpr size_t kKeptBuffer = 4096;

// A buffer from which Beast gets little room at a time, because every idle client holds one for its next message.
class SmallSteps : public beast::flat_buffer {
 public:
  size_t max_size() const { return size() + (full_ ? 0 : 256); }

  // Before async_close, which reads frames itself: a pending async_read then asserts that the last of them had a size,
  // unless its buffer is full.
  void SetFull() { full_ = true; }

 private:
  bool full_ = false;
};

using Handshake = beast::http::request<beast::http::empty_body>;

Handshake HandshakeOf(const http::Head& head) {
  Handshake handshake(beast::http::verb::get, head.target, /*version=*/11);
  for (const auto& [name, value] : head.fields) handshake.insert(name, value);
  return handshake;
}

class WebSocketConnection final : public WebSocketTransport, public std::enable_shared_from_this<WebSocketConnection> {
 public:
  explicit WebSocketConnection(WebSocketRequest request)
      : place_(std::move(request.place)),
        handshake_(std::make_unique<Handshake>(HandshakeOf(request.head))),
        answering_(std::make_unique<Answering>(std::move(request.answering))),
        stream_(std::move(request.stream)) {
    // Engine.IO sends the heartbeats; this only bounds the opening and closing handshakes.
    stream_.set_option(websocket::stream_base::timeout{kHandshakeTime, websocket::stream_base::none(), false});
    stream_.read_message_max(request.max_payload);
    stream_.auto_fragment(false);
    stream_.write_buffer_bytes(1024);
  }

  void Bind(std::shared_ptr<EngineSession> session) override { session_ = std::move(session); }

  void Start() override {
    stream_.set_option(
        websocket::stream_base::decorator([answering = answering_.get()](websocket::response_type& answer) {
          answer.set("X-Request-Id", answering->request_id);
          // Boost 1.74 has a string_view of its own, which takes a string.
          if (answering->secure) {
            answer.set(beast::http::field::strict_transport_security, std::string(http::kTransportSecurity));
          }
          if (answering->record != nullptr) answering->record->set_status(static_cast<int>(answer.result_int()));
        }));
    stream_.async_accept(*handshake_, [self = shared_from_this()](Error error) {
      self->handshake_.reset();
      self->answering_.reset();
      self->stream_.set_option(websocket::stream_base::decorator([](websocket::response_type&) {}));
      if (error) return self->End();
      self->open_ = true;
      if (self->session_ == nullptr) self->closing_ = true;
      self->Write();
      self->Read();
    });
  }

  void Send(Frame frame) override {
    if (closing_ || over_) return;
    backlog_ += frame.data->size();
    waiting_.push_back(std::move(frame));
    Write();
  }

  size_t Backlog() const override { return backlog_; }

  void Close() override {
    if (closing_ || over_) return;
    closing_ = true;
    session_.reset();
    // A client that does not read must not keep the connection open.
    close_timer_ = std::make_unique<asio::steady_timer>(stream_.get_executor(), kGoodbyeTime);
    close_timer_->async_wait([weak = weak_from_this()](Error error) {
      if (error) return;
      if (std::shared_ptr<WebSocketConnection> self = weak.lock()) self->End();
    });
    Write();
  }

 private:
  void Write() {
    if (!open_ || writing_ || over_) return;
    if (next_ == sending_.size()) {
      sending_.clear();
      next_ = 0;
      std::swap(sending_, waiting_);
    }
    if (sending_.empty()) {
      if (closing_) SayGoodbye();
      return;
    }
    writing_ = true;
    const Frame& frame = sending_[next_];
    stream_.binary(frame.binary);
    stream_.async_write(asio::buffer(*frame.data), [self = shared_from_this()](Error error, size_t) {
      self->writing_ = false;
      if (error) return self->End();
      self->backlog_ -= self->sending_[self->next_].data->size();
      self->sending_[self->next_++].data.reset();
      self->Write();
    });
  }

  void SayGoodbye() {
    if (std::exchange(said_goodbye_, true)) return;
    buffer_.SetFull();
    stream_.async_close(websocket::close_code::normal, [self = shared_from_this()](Error) { self->End(); });
  }

  void Read() {
    stream_.async_read(buffer_, [self = shared_from_this()](Error error, size_t) {
      if (error || self->over_) return self->End();
      // A copy of the pointer, because the session may close this transport, which resets the member.
      if (std::shared_ptr<EngineSession> session = self->session_) {
        auto data = self->buffer_.cdata();
        session->OnFrame(*self, self->stream_.got_binary(),
                         std::string_view(static_cast<const char*>(data.data()), data.size()));
      }
      self->buffer_.consume(self->buffer_.size());
      if (self->buffer_.capacity() > kKeptBuffer) self->buffer_ = SmallSteps();
      if (!self->over_ && !self->said_goodbye_) self->Read();
    });
  }

  // The connection has ended, for whatever reason.
  void End() {
    if (over_) return;
    over_ = true;
    close_timer_.reset();
    stream_.next_layer().Close();
    if (std::shared_ptr<EngineSession> session = std::exchange(session_, nullptr)) session->OnTransportLost(*this);
  }

  AddressLimiter::Place place_;
  // Set until the handshake is answered.
  std::unique_ptr<Handshake> handshake_;
  std::unique_ptr<Answering> answering_;
  // Without compression, which would need hundreds of KiB per connection.
  websocket::stream<Stream, /*deflateSupported=*/false> stream_;
  SmallSteps buffer_;
  std::shared_ptr<EngineSession> session_;
  std::unique_ptr<asio::steady_timer> close_timer_;

  bool open_ = false;
  bool writing_ = false;
  bool closing_ = false;
  bool said_goodbye_ = false;
  bool over_ = false;
  // The frames being sent, and those queued: two vectors, so that an idle connection keeps no queue.
  std::vector<Frame> sending_;
  size_t next_ = 0;
  std::vector<Frame> waiting_;
  size_t backlog_ = 0;
};

}  // namespace

std::shared_ptr<WebSocketTransport> MakeWebSocket(WebSocketRequest request) {
  return std::make_shared<WebSocketConnection>(std::move(request));
}

}  // namespace academy::live
