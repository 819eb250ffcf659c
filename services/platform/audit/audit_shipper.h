// Sends a service's audit events from its outbox to auth's trail, in order, on its own thread.
//
// Thread-safe. An event leaves the outbox only after auth has committed it, and auth skips ids that it already has. No
// event is lost or duplicated, even if either process crashes.
#pragma once

#include <grpcpp/client_context.h>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/rpc/channel.h"

namespace academy {

struct AuditShipperOptions {
  // Events per call.
  int batch = 500;
  // Pause between attempts while auth is unavailable; doubles from the first value up to the maximum.
  absl::Duration first_retry = absl::Milliseconds(100);
  absl::Duration max_retry = absl::Seconds(5);
  // How often to check the outbox without being woken: another process may share the database.
  absl::Duration interval = absl::Seconds(5);
};

class AuditShipper {
 public:
  // Starts at once, with the events that an earlier process left. `outbox` and `audit`, auth's stub, must outlive the
  // shipper.
  AuditShipper(AuditOutbox& outbox, auth::v1::Audit::StubInterface& audit, CallIdentity identity,
               const AuditShipperOptions& options = {});
  // Cancels the call in flight; its events stay in the outbox.
  ~AuditShipper();

  AuditShipper(const AuditShipper&) = delete;
  AuditShipper& operator=(const AuditShipper&) = delete;

 private:
  // Sends until the outbox is empty.
  absl::Status ShipAll();
  // Sends one batch; OK once it has left the outbox.
  absl::Status Ship(const std::vector<AuditOutbox::Waiting>& batch);
  absl::Status Send(const std::vector<AuditOutbox::Waiting>& batch) ABSL_LOCKS_EXCLUDED(mutex_);

  AuditOutbox& outbox_;
  auth::v1::Audit::StubInterface& audit_;
  const CallIdentity identity_;
  const int batch_;
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy
