// The front door: accepts connections and keeps them parked in epoll (Boost.Asio) while nothing is to be done for them.
// A worker runs only for what has arrived as a whole, and no worker ever waits: not for a client, not for a service,
// and not for a disk, for which there are threads of their own.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/http/handover.h"
#include "edge/http/server_options.h"

namespace academy::http {

struct ServerStats {
  size_t connections = 0;
  uint64_t accepted = 0;
  // Refused for a limit on connections.
  uint64_t turned_away = 0;
};

class Server {
 public:
  Server(ServerOptions options, ServerHooks hooks);
  // Drains without waiting, then stops.
  ~Server();

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Listens and serves; returns the port. UNAVAILABLE when it is taken.
  absl::StatusOr<int> Start();

  // Takes a connection back from the live gateway.
  void HandBack(Handover connection);

  // Stops accepting, closes idle connections, lets requests in flight finish. Returns when all are done, or after
  // `at_most`.
  void Drain(absl::Duration at_most);

  ServerStats Stats() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::http
