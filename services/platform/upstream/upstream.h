// Calls of one service to another: with a deadline, behind a circuit breaker, once more over a fresh connection when
// the first attempt met a dead one.
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
    // Of the service that is called: `auth`.
    std::string name;
    // Of the service that calls.
    std::string caller;
    // The academy's internal credential.
    std::string credential;
    // Of the calling service's threads, eight unless told otherwise, that calls may hold.
    size_t max_in_flight = 5;
  };

  explicit Upstream(const Options& options);

  // Runs `call` with a prepared context, on behalf of `caller`'s request; `call` may run twice, so it must be a read or
  // safe to repeat. Blocks for 1 s at most. UNAVAILABLE <name>_unavailable when the service is down, its own error when
  // it answered with one that says to come back, INVALID_ARGUMENT as it said, DEADLINE_EXCEEDED timeout
  // when it is too slow, INTERNAL for anything else.
  absl::Status Call(const Caller& caller, absl::FunctionRef<grpc::Status(grpc::ClientContext&)> call);

 private:
  // What a failed call means to our own caller, who knows nothing of other services.
  absl::Status Translate(const grpc::Status& status) const;

  const std::string name_;
  const CallIdentity identity_;
  CircuitBreaker breaker_;
};

}  // namespace academy
