// The front door: accepts connections and parks them in epoll (Boost.Asio) while there is nothing to do for them.
// Workers never block, not on a client, a service or a disk; a few separate threads do the disk reads.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/http/handover.h"
#include "edge/http/server_options.h"

namespace academy::http {

struct ServerStats {
  size_t connections = 0;
  uint64_t accepted = 0;
  // Connections refused because of a limit on connections.
  uint64_t turned_away = 0;
  // Bytes of request bodies kept now.
  uint64_t body_bytes = 0;
};

class Server {
 public:
  Server(ServerOptions options, ServerHooks hooks);
  // Stops without waiting for requests in flight.
  ~Server();

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Starts listening and serving, and returns the port. UNAVAILABLE when the port is taken. With `inherited`, a
  // listening socket that another process has passed on, it goes on with that. FAILED_PRECONDITION not_listening.
  absl::StatusOr<int> Start(std::optional<int> inherited = {});
  // The listening socket, to be passed on; still this object's.
  int listening_socket() const;

  // Takes a connection back from the live gateway, with ownership of its descriptor.
  void HandBack(Handover connection);

  // Leaves the listening socket to the process to which it was passed on, and serves the connections that there are
  // until their clients connect again: each is closed after its next answer, an idle one no sooner than otherwise.
  void Retire();

  // Stops accepting, closes idle connections, and lets requests in flight finish. Blocks until all have, or for
  // `at_most`.
  void Drain(absl::Duration at_most);

  ServerStats Stats() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::http
