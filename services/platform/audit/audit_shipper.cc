#include "services/platform/audit/audit_shipper.h"

#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(10);

}  // namespace

AuditShipper::AuditShipper(AuditOutbox& outbox, auth::v1::Audit::StubInterface& audit, CallIdentity identity,
                           const AuditShipperOptions& options)
    : outbox_(outbox),
      audit_(audit),
      identity_(std::move(identity)),
      batch_(options.batch),
      task_({.failure = "audit events wait",
             .interval = options.interval,
             .run_at_start = true,
             .first_retry = options.first_retry,
             .max_retry = options.max_retry},
            [this] {
              absl::Status shipped = ShipAll();
              // Stopping cancels the call in flight, which is not a failure.
              return absl::IsCancelled(shipped) ? absl::OkStatus() : shipped;
            }) {
  outbox_.Listen([this] { task_.Wake(); });
}

AuditShipper::~AuditShipper() {
  outbox_.Listen(nullptr);
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    if (context_ != nullptr) context_->TryCancel();
  }
  task_.Stop();
}

absl::Status AuditShipper::ShipAll() {
  while (true) {
    ASSIGN_OR_RETURN(std::vector<AuditOutbox::Waiting> batch, outbox_.Read(batch_));
    if (batch.empty()) return absl::OkStatus();
    RETURN_IF_ERROR(Ship(batch));
  }
}

absl::Status AuditShipper::Ship(const std::vector<AuditOutbox::Waiting>& batch) {
  absl::Status sent = Send(batch);
  if (sent.ok()) return outbox_.Taken(batch);
  if (!absl::IsInvalidArgument(sent)) return sent;
  // Halves the batch until the refused event is alone, so that it does not block the others.
  if (batch.size() > 1) {
    size_t half = batch.size() / 2;
    RETURN_IF_ERROR(Ship({batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(half)}));
    return Ship({batch.begin() + static_cast<std::ptrdiff_t>(half), batch.end()});
  }
  LogError("audit event refused", {{"id", batch.front().event.id()}, {"error", MessageOf(sent)}});
  return outbox_.Refused(batch.front().position);
}

absl::Status AuditShipper::Send(const std::vector<AuditOutbox::Waiting>& batch) {
  grpc::ClientContext context;
  PrepareContext(context, identity_, kTimeout);
  {
    absl::MutexLock lock(&mutex_);
    if (stopping_) return absl::CancelledError("stopping");
    context_ = &context;
  }
  auth::v1::AppendEventsRequest request;
  for (const AuditOutbox::Waiting& waiting : batch) *request.add_events() = waiting.event;
  auth::v1::AppendEventsResponse response;
  absl::Status status = FromGrpc(audit_.AppendEvents(&context, request, &response));
  absl::MutexLock lock(&mutex_);
  context_ = nullptr;
  return status;
}

}  // namespace academy
