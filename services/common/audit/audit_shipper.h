// Carries a service's audit events from its outbox to auth's trail, in their order, on a thread of its own.
//
// Thread-safe. Events leave the outbox only after auth has committed them, and auth passes over ids that it has
// already: so nothing is lost or doubled, wherever either process dies.
#pragma once

#include <grpcpp/client_context.h>

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/common/audit/audit_outbox.h"
#include "services/common/rpc/channel.h"

namespace academy {

struct AuditShipperOptions {
  // Events of one call.
  int batch = 500;
  // Between tries while auth is away; doubles from the first to the longest.
  absl::Duration first_pause = absl::Milliseconds(100);
  absl::Duration longest_pause = absl::Seconds(5);
  // How often to look without being woken: another process may share the database.
  absl::Duration look = absl::Seconds(5);
};

class AuditShipper {
 public:
  // Starts at once, with what an earlier process left. `outbox` and `audit`, auth's stub, must outlive the shipper.
  AuditShipper(AuditOutbox& outbox, auth::v1::Audit::StubInterface& audit, CallIdentity identity,
               AuditShipperOptions options = {});
  // Ends a call in flight: its events stay in the outbox.
  ~AuditShipper();

  AuditShipper(const AuditShipper&) = delete;
  AuditShipper& operator=(const AuditShipper&) = delete;

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends until the outbox is empty.
  absl::Status ShipAll();
  // One batch; OK when it left the outbox.
  absl::Status Ship(const std::vector<AuditOutbox::Waiting>& batch);
  absl::Status Send(const std::vector<AuditOutbox::Waiting>& batch) ABSL_LOCKS_EXCLUDED(mutex_);

  AuditOutbox& outbox_;
  auth::v1::Audit::StubInterface& audit_;
  const CallIdentity identity_;
  const AuditShipperOptions options_;
  absl::Mutex mutex_;
  // There may be something: what an earlier process left, at first.
  bool due_ ABSL_GUARDED_BY(mutex_) = true;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace academy
