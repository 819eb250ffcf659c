// A connection's socket, plain or under TLS. Nothing here waits for the peer.
//
// Not thread-safe: it belongs to one connection, which calls it under its lock.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "edge/http/exchange.h"
#include "edge/tls/tls.h"

namespace academy::http {

class Transport {
 public:
  // What the socket must be before a call that moved nothing is repeated.
  enum class Ready { kReadable, kWritable };
  enum class Opening {
    kDone,
    // Once the socket is as `awaited()` says.
    kLater,
    // The peer speaks something else than TLS.
    kPlain,
    kFailed,
  };
  enum class Received { kSome, kNone, kEnd };

  static constexpr size_t kReadSize = 64 * 1024;

  // Takes over the connected descriptor `fd`; `tls`, where there is one, is past its handshake.
  Transport(boost::asio::io_context& io, int fd, std::unique_ptr<tls::Stream> tls);

  bool secure() const { return tls_ != nullptr; }
  // What TLS's handshake agreed on.
  bool speaks_http2() const { return tls_ != nullptr && tls_->SpeaksHttp2(); }
  // After kLater, kNone, or EAGAIN.
  Ready awaited() const { return awaited_; }

  // The server's side of TLS; again and again until it is done.
  Opening Open(tls::Context& context);

  // Appends what there is, at most `at_most` and kReadSize bytes, to `to`.
  Received Receive(size_t at_most, std::string& to);

  // As send(2): bytes sent, or -1 with errno. `more`: something follows at once.
  ssize_t Send(std::string_view bytes, bool more);
  // The same for two texts that follow each other; the second is not empty.
  ssize_t SendBoth(std::string_view first, std::string_view second);
  // Whether SendFile() need not wait for a disk, as far as can be told.
  static bool IsCached(const FileRange& file);
  // As sendfile(2), from the beginning of the range. 0: the file is shorter than the range. May wait for a disk.
  ssize_t SendFile(const FileRange& file);

  // Calls `on_ready` on a thread of the io_context once the socket is as `ready` says, or closed.
  template <class OnReady>
  void Await(Ready ready, OnReady on_ready) {
    auto wait = ready == Ready::kReadable ? boost::asio::ip::tcp::socket::wait_read  //
                                          : boost::asio::ip::tcp::socket::wait_write;
    socket_.async_wait(wait, [on_ready = std::move(on_ready)](boost::system::error_code) { on_ready(); });
  }

  // Tells the peer that no more will be written.
  void EndWriting();
  void Close();
  // Closes so that what the kernel still keeps for the peer does not reach it.
  void BreakOff();
  // Gives up the descriptor and its TLS, which stay open; -1 where the socket does not let go.
  int Release(std::unique_ptr<tls::Stream>& tls);

 private:
  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<tls::Stream> tls_;
  Ready awaited_ = Ready::kReadable;
};

}  // namespace academy::http
