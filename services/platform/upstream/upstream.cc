#include "services/platform/upstream/upstream.h"

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/replacement.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/tracing/call_times.h"

namespace academy {
namespace {

// Shorter than the edge's deadline for this service.
constexpr absl::Duration kTimeout = absl::Seconds(1);
// The connection may have ended with a service that has restarted since. Longer than the pause between a channel's
// attempts to connect (MakeChannel), so that a service that is back is found, however long it was away.
constexpr absl::Duration kReconnectTimeout = absl::Milliseconds(400);

}  // namespace

Upstream::Upstream(const Options& options)
    : name_(options.name),
      identity_({.caller = {.kind = CallerKind::kService, .id = options.caller}}),
      breaker_(options.max_in_flight) {}

absl::Status Upstream::Translate(const grpc::Status& status) const {
  // A detail shows that the service itself responded. Without one the transport failed, and its message names sockets.
  bool answered = !status.error_details().empty();
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      if (answered) return FromGrpc(status);
      LogWarning("upstream unavailable", {{"service", name_}, {"error", status.error_message()}});
      return WithRetryAfter(Error(absl::StatusCode::kUnavailable, name_ + "_unavailable",
                                  "The service is not available now, please try again"),
                            1);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return Error(absl::StatusCode::kDeadlineExceeded, "timeout", "The service is too slow now, please try again");
    // The caller's own input was passed on unchanged, so the error is the caller's too.
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      if (answered) return FromGrpc(status);
      break;
    default:
      break;
  }
  LogError("upstream failed",
           {{"service", name_}, {"code", static_cast<int>(status.error_code())}, {"error", status.error_message()}});
  return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
}

absl::Status Upstream::Call(const Caller& caller, absl::FunctionRef<grpc::Status(grpc::ClientContext&)> call) {
  // Nobody else could write while this waits.
  RETURN_IF_ERROR(CommitJoinedWrites());
  // A service that is replaced keeps all its callers waiting.
  const bool replaced = Replacement::OfAcademy().under_way();
  if (!breaker_.Enter(replaced ? Replacement::kPatience : CircuitBreaker::kMaxWait)) {
    return Translate(grpc::Status(grpc::StatusCode::UNAVAILABLE, "the circuit breaker is open"));
  }
  CallIdentity identity = identity_;
  identity.caller.request_id = caller.request_id;
  identity.caller.trace = caller.trace;
  const absl::Time begun = absl::Now();

  grpc::ClientContext first;
  PrepareContext(first, identity, kTimeout);
  grpc::Status status = call(first);
  bool answered = status.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED;
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE && status.error_details().empty()) {
    grpc::ClientContext second;
    PrepareContext(second, identity, kReconnectTimeout);
    second.set_wait_for_ready(true);
    grpc::Status again = call(second);
    answered = again.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED;
    if (answered) status = again;
  }
  breaker_.Leave(answered);
  if (CallTimes* times = CallTimes::Current(); times != nullptr) times->AddUpstream(name_, absl::Now() - begun);
  if (status.ok()) return absl::OkStatus();
  return Translate(status);
}

}  // namespace academy
