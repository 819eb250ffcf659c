#include "services/common/audit/audit_shipper.h"

#include <algorithm>
#include <utility>

#include "services/common/log.h"
#include "services/common/rpc/grpc_status.h"
#include "services/common/status.h"

namespace academy {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(10);

}  // namespace

AuditShipper::AuditShipper(AuditOutbox& outbox, auth::v1::Audit::StubInterface& audit, CallIdentity identity,
                           AuditShipperOptions options)
    : outbox_(outbox), audit_(audit), identity_(std::move(identity)), options_(options) {
  outbox_.Listen([this] {
    absl::MutexLock lock(&mutex_);
    due_ = true;
  });
  thread_ = std::thread([this] { Run(); });
}

AuditShipper::~AuditShipper() {
  outbox_.Listen(nullptr);
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    if (context_ != nullptr) context_->TryCancel();
  }
  thread_.join();
}

void AuditShipper::Run() {
  absl::Duration pause = options_.first_pause;
  bool failing = false;
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      mutex_.AwaitWithTimeout(absl::Condition(
                                  +[](AuditShipper* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) {
                                    return self->due_ || self->stopping_;
                                  },
                                  this),
                              options_.look);
      if (stopping_) return;
      due_ = false;
    }
    absl::Status status = ShipAll();
    if (status.ok()) {
      failing = false;
      pause = options_.first_pause;
      continue;
    }
    absl::MutexLock lock(&mutex_);
    if (stopping_) return;
    // One line for the whole time that auth is away.
    if (!std::exchange(failing, true)) LogWarning("audit events wait", {{"error", MessageOf(status)}});
    due_ = true;
    mutex_.AwaitWithTimeout(absl::Condition(&stopping_), pause);
    if (stopping_) return;
    pause = std::min(pause * 2, options_.longest_pause);
  }
}

absl::Status AuditShipper::ShipAll() {
  while (true) {
    ASSIGN_OR_RETURN(std::vector<AuditOutbox::Waiting> batch, outbox_.Read(options_.batch));
    if (batch.empty()) return absl::OkStatus();
    RETURN_IF_ERROR(Ship(batch));
  }
}

absl::Status AuditShipper::Ship(const std::vector<AuditOutbox::Waiting>& batch) {
  absl::Status sent = Send(batch);
  if (sent.ok()) return outbox_.Taken(batch.back().position);
  if (!absl::IsInvalidArgument(sent)) return sent;
  // One that auth cannot take must not hold up the others: find it.
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
