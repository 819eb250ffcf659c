// Assignments as files carry them: imported by the courses' titles, exported in the same words.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "services/common/clock.h"
#include "services/common/rpc/handler.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/course_titles.h"
#include "services/enrollment/peers.h"
#include "services/enrollment/progress_store.h"
#include "services/enrollment/report_store.h"
#include "services/enrollment/watch_progress.h"

namespace academy::enrollment {

// Thread-safe.
class TransferService final : public v1::Transfer::CallbackService {
 public:
  // All must outlive the service.
  struct Parts {
    RpcHandler& rpc;
    AssignmentStore& assignments;
    ProgressStore& progress;
    ReportStore& reports;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: where its days begin and end.
  TransferService(const Parts& parts, const ProgressRules& rules, absl::TimeZone zone)
      : parts_(parts), rules_(rules), zone_(zone), rpc_(parts.rpc) {}

  ACADEMY_RPC(Queued, ImportAssignments, v1::ImportAssignmentsRequest, v1::ImportAssignmentsResponse)
  ACADEMY_RPC(Queued, ExportAssignments, v1::ExportAssignmentsRequest, v1::ExportAssignmentsResponse)
  ACADEMY_RPC(Queued, ListExpiring, v1::ListExpiringRequest, v1::ListExpiringResponse)

 private:
  absl::StatusOr<v1::ImportAssignmentsResponse> ImportAssignments(const Caller& caller,
                                                                  const v1::ImportAssignmentsRequest& request);
  absl::StatusOr<v1::ExportAssignmentsResponse> ExportAssignments(const Caller& caller,
                                                                  const v1::ExportAssignmentsRequest& request);
  absl::StatusOr<v1::ListExpiringResponse> ListExpiring(const Caller& caller, const v1::ListExpiringRequest& request);

  // The window that a row asks for, where `present` is what there is of it: nothing where both dates are empty.
  absl::StatusOr<Window> WindowOf(const v1::ImportAssignmentsRequest::Row& row, const AssignmentRecord* present) const;

  const Parts parts_;
  const ProgressRules rules_;
  const absl::TimeZone zone_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
