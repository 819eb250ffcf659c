// Calls from one service to another: with a deadline, behind a circuit breaker, retried once over a fresh connection if
// the first attempt hit a dead one. While the service is away, one call at a time waits for it.
//
// Thread-safe.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/upstream/circuit_breaker.h"

namespace academy {

class Upstream {
 public:
  struct Options {
    // Name of the called service: `auth`.
    std::string name;
    // Name of the calling service.
    std::string caller;
    // How many of the calling service's threads (eight by default) calls may occupy.
    size_t max_in_flight = 5;
  };

  explicit Upstream(const Options& options);

  // Runs `call` with a prepared context on behalf of `caller`. `call` may run twice, so it must be a read or
  // idempotent. Blocks for at most about 1.5 s, and while services are replaced for Replacement::kPatience more.
  // UNAVAILABLE <name>_unavailable when the service is down; the service's own error if it is UNAVAILABLE,
  // RESOURCE_EXHAUSTED or INVALID_ARGUMENT; DEADLINE_EXCEEDED timeout when it is too slow; INTERNAL for anything else.
  absl::Status Call(const Caller& caller, absl::FunctionRef<grpc::Status(grpc::ClientContext&)> call);

 private:
  // Converts the failure to an error for our own caller, who does not know other services.
  absl::Status Translate(const grpc::Status& status) const;

  const std::string name_;
  const CallIdentity identity_;
  CircuitBreaker breaker_;
};

}  // namespace academy
