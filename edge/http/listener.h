// The listening socket: accepts connections, and can be passed on to another process, which goes on where this one
// stops.
//
// Thread-safe after Bind or Inherit.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/statusor.h"

namespace academy::http {

class Listener {
 public:
  Listener();
  ~Listener();

  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Binds `host`:`port` (0 takes a free port) and returns the port. UNAVAILABLE address_taken.
  absl::StatusOr<int> Bind(const std::string& host, int port);
  // Takes over a listening socket that another process has passed on, and returns its port. FAILED_PRECONDITION
  // not_listening.
  absl::StatusOr<int> Inherit(int socket);

  // To be passed on; still this object's.
  int socket() const { return socket_; }

  // Passes every accepted descriptor, with its ownership, to `adopt` on this thread. Returns after Stop or Leave, and
  // closes the socket.
  void Accept(const std::function<void(int fd)>& adopt);
  // Ends Accept, and nobody can connect any more. Connections already in the backlog are accepted first.
  void Stop();
  // Ends Accept and leaves the socket to the process to which it was passed on.
  void Leave();

 private:
  // All that are in the backlog.
  void AcceptAll(const std::function<void(int fd)>& adopt) const;

  std::atomic<int> socket_ = -1;
  // Becomes readable when Accept is to end.
  const int ended_;
};

}  // namespace academy::http
