// A service's gRPC server: listens on the run folder's socket and on TCP, answers health checks and drains on stop.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/base/process.h"
#include "services/platform/drain/drain_times.h"
#include "services/platform/health/health_board.h"
#include "services/platform/rpc/credential.h"

namespace grpc {
class Service;
}

namespace academy {

class GrpcTls;

struct ServerOptions {
  // TCP port; 0 for any free one.
  int grpc_port = 0;
  // TCP address to bind. Use anything but loopback only in clusters on a private network.
  std::string bind = "127.0.0.1";
  // Whether to serve reflection, for grpcurl and similar tools.
  bool reflection = false;
  // The service's database, of which backups take copies.
  std::string database_url;
  DrainTimes drain;
  // With it the TCP port speaks TLS only, and SIGHUP reads the certificates again; null: no TLS. Outlives the server.
  GrpcTls* tls = nullptr;
  // After this time a client is asked to connect again, which spreads clients over servers and looks names up again.
  // Calls and streams under way stay on the connection until they end.
  absl::Duration connection_age = absl::InfiniteDuration();
};

// Publishes the TCP address and serves `services` and, to `callers`, the process's metrics, copies of its database and
// `health` until SIGTERM or SIGINT. gRPC's health follows `health`. Then drains: it becomes NOT_SERVING and serves on
// for `options.drain.delay`; then nothing new is accepted, `on_drain` ends the streams, and calls in flight get up to
// `options.drain.time`. FAILED_PRECONDITION path_too_long if the run folder's path is
// too long for a Unix socket (107 bytes), UNAVAILABLE if an address is taken.
absl::Status ServeUntilStopped(const Process& process, const CallerCheck& callers, HealthBoard& health,
                               const ServerOptions& options, const std::vector<grpc::Service*>& services,
                               const std::vector<std::function<void()>>& on_drain);

}  // namespace academy
