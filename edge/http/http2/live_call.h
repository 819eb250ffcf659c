// One request of an HTTP/2 stream to the live gateway, which speaks HTTP/1.1: over a pair of sockets, of which the
// gateway gets one as it gets a client's. To refuse such requests by HTTP_1_1_REQUIRED would cost browsers HTTP/2 for
// the whole academy: Chromium then ends the connection, sends what was under way again, and remembers it.
//
// Thread-safe.
#pragma once

#include <array>
#include <boost/asio/local/stream_protocol.hpp>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/connection/connection_host.h"
#include "edge/http/exchange.h"
#include "edge/http/head.h"

namespace academy::http {

class LiveCall final : public std::enable_shared_from_this<LiveCall> {
 public:
  // Sends the request. Calls `done` once, without a lock, with the answer, or with 503 if there is none; not after
  // Cancel. Null, with `done` uncalled, if no more descriptors may be used.
  static std::shared_ptr<LiveCall> Begin(ConnectionHost& host, Head head, std::string body, const std::string& peer,
                                         std::function<void(Response answer)> done);

  // The client gave it up; the gateway sees that it hung up.
  void Cancel() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Socket = boost::asio::local::stream_protocol::socket;

  LiveCall(Socket socket, std::function<void(Response answer)> done);

  void Read() ABSL_LOCKS_EXCLUDED(mutex_);
  void OnBytes(bool ended, size_t count) ABSL_LOCKS_EXCLUDED(mutex_);

  absl::Mutex mutex_;
  Socket socket_ ABSL_GUARDED_BY(mutex_);
  // Null once it is over.
  std::function<void(Response answer)> done_ ABSL_GUARDED_BY(mutex_);
  // Only the pending read touches them.
  std::array<char, 16 * 1024> buffer_;
  std::string answer_;
};

// Reads an answer of the gateway's, whole; 503 if it is not one.
Response ReadLiveAnswer(std::string_view text);

}  // namespace academy::http
