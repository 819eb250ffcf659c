// A service's gRPC server: listens on the run folder's socket and on TCP, answers health checks, drains when told.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/platform/base/process.h"

namespace grpc {
class Service;
}

namespace academy {

struct ServerOptions {
  // TCP port on 127.0.0.1; 0 takes a free one.
  int grpc_port = 0;
  // TCP address to bind; anything but loopback is for clusters on a private network.
  std::string bind = "127.0.0.1";
  // Server reflection, for grpcurl and its like.
  bool reflection = false;
};

// Serves `services` and the process' `metrics` until SIGTERM or SIGINT, then drains: health says NOT_SERVING,
// `on_drain` ends the streams, calls in flight get up to 5 s. Publishes the TCP address. Unix sockets have a path limit
// of 107 bytes: a longer run folder is FAILED_PRECONDITION with the mend. UNAVAILABLE when an address is taken.
absl::Status ServeUntilStopped(const Process& process, const ServerOptions& options,
                               const std::vector<grpc::Service*>& services,
                               const std::vector<std::function<void()>>& on_drain);

}  // namespace academy
