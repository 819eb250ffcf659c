// One connection, plain or over TLS, as an Asio async stream, which Beast requires.
//
// Not thread-safe: used on the gateway's thread only.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "edge/tls/tls.h"

namespace academy::live {

class Stream {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Error = boost::system::error_code;
  using executor_type = Socket::executor_type;
  template <typename Handler>
  using Result = typename boost::asio::async_result<std::decay_t<Handler>, void(Error, size_t)>::return_type;

  // `tls` is null on a plain connection; otherwise its handshake is done.
  Stream(Socket socket, std::unique_ptr<tls::Stream> tls) : socket_(std::move(socket)), tls_(std::move(tls)) {}
  Stream(Stream&&) = default;
  Stream& operator=(Stream&&) = default;

  bool secure() const { return tls_ != nullptr; }
  executor_type get_executor() { return socket_.get_executor(); }
  Socket& socket() { return socket_; }

  template <typename Buffers, typename Handler>
  Result<Handler> async_read_some(const Buffers& buffers, Handler&& handler) {
    return boost::asio::async_initiate<Handler, void(Error, size_t)>(
        [this](auto done, const Buffers& to) {
          if (tls_ == nullptr) {
            socket_.async_read_some(to, std::move(done));
          } else {
            boost::asio::async_compose<decltype(done), void(Error, size_t)>(Read{*this, First(to)}, done, socket_);
          }
        },
        handler, buffers);
  }

  template <typename Buffers, typename Handler>
  Result<Handler> async_write_some(const Buffers& buffers, Handler&& handler) {
    return boost::asio::async_initiate<Handler, void(Error, size_t)>(
        [this](auto done, const Buffers& from) {
          if (tls_ == nullptr) {
            socket_.async_write_some(from, std::move(done));
          } else {
            boost::asio::async_compose<decltype(done), void(Error, size_t)>(Write{*this, First(from)}, done, socket_);
          }
        },
        handler, buffers);
  }

  // Shuts down the sending side, with TLS's closing alert.
  void ShutdownSend() {
    Error ignored;
    if (tls_ != nullptr) tls_->SayGoodbye();
    socket_.shutdown(Socket::shutdown_send, ignored);
  }
  void Cancel() {
    Error ignored;
    socket_.cancel(ignored);
  }
  void Close() {
    Error ignored;
    socket_.close(ignored);
  }
  // Gives up ownership of the descriptor and its TLS state; the descriptor is -1 if the connection is closed.
  std::pair<int, std::unique_ptr<tls::Stream>> Release() {
    Error error;
    int fd = socket_.release(error);
    return {error ? -1 : fd, std::move(tls_)};
  }

 private:
  // TLS uses one buffer at a time: the first that is not empty.
  template <typename Buffers>
  static auto First(const Buffers& buffers) {
    auto at = boost::asio::buffer_sequence_begin(buffers);
    auto end = boost::asio::buffer_sequence_end(buffers);
    while (at != end && boost::asio::const_buffer(*at).size() == 0) ++at;
    using Buffer = std::conditional_t<boost::asio::is_mutable_buffer_sequence<Buffers>::value,
                                      boost::asio::mutable_buffer, boost::asio::const_buffer>;
    return at == end ? Buffer() : Buffer(*at);
  }

  // One read or write: tries, waits for the socket if TLS needs it, and tries again. Never completes from within the
  // initiating call.
  template <typename Buffer, tls::Stream::Moved (*kMove)(tls::Stream&, const Buffer&)>
  struct Operation {
    Stream& stream;
    Buffer buffer;
    bool waited = false;
    bool over = false;
    Error result;
    size_t bytes = 0;

    template <typename Self>
    void operator()(Self& self, Error error = {}) {
      if (over) return self.complete(result, bytes);
      if (error) return self.complete(error, 0);
      if (buffer.size() > 0) {
        tls::Stream::Moved moved = kMove(*stream.tls_, buffer);
        bool wants_write = moved.state == tls::Stream::State::kWantWrite;
        if (wants_write || moved.state == tls::Stream::State::kWantRead) {
          waited = true;
          stream.socket_.async_wait(wants_write ? Socket::wait_write : Socket::wait_read, std::move(self));
          return;
        }
        bytes = moved.bytes;
        if (moved.state == tls::Stream::State::kEnd) result = boost::asio::error::eof;
      }
      if (waited) return self.complete(result, bytes);
      over = true;
      boost::asio::post(stream.get_executor(), std::move(self));
    }
  };
  static tls::Stream::Moved MoveIn(tls::Stream& tls, const boost::asio::mutable_buffer& to) {
    return tls.Read(static_cast<char*>(to.data()), to.size());
  }
  static tls::Stream::Moved MoveOut(tls::Stream& tls, const boost::asio::const_buffer& from) {
    return tls.Write(static_cast<const char*>(from.data()), from.size());
  }
  using Read = Operation<boost::asio::mutable_buffer, &Stream::MoveIn>;
  using Write = Operation<boost::asio::const_buffer, &Stream::MoveOut>;

  Socket socket_;
  std::unique_ptr<tls::Stream> tls_;
};

}  // namespace academy::live
