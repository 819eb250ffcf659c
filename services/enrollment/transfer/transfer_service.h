// Assignments as files carry them: imported by the courses' titles, exported in the same words.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/transfer/course_titles.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

// Thread-safe.
class TransferService final : public v1::Transfer::CallbackService {
 public:
  // All must outlive the service.
  struct Deps {
    RpcHandler& rpc;
    AssignmentStore& assignments;
    ProgressStore& progress;
    ReportStore& reports;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: where its days begin and end.
  TransferService(const Deps& deps, const ProgressRules& rules, absl::TimeZone zone)
      : deps_(deps), rules_(rules), zone_(zone), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ImportAssignments, v1::ImportAssignmentsRequest, v1::ImportAssignmentsResponse)
  ACADEMY_RPC(rpc_.executor(), ExportAssignments, v1::ExportAssignmentsRequest, v1::ExportAssignmentsResponse)
  ACADEMY_RPC(rpc_.executor(), ListExpiring, v1::ListExpiringRequest, v1::ListExpiringResponse)

 private:
  absl::StatusOr<v1::ImportAssignmentsResponse> ImportAssignments(const Caller& caller,
                                                                  const v1::ImportAssignmentsRequest& request);
  absl::StatusOr<v1::ExportAssignmentsResponse> ExportAssignments(const Caller& caller,
                                                                  const v1::ExportAssignmentsRequest& request);
  absl::StatusOr<v1::ListExpiringResponse> ListExpiring(const Caller& caller, const v1::ListExpiringRequest& request);

  // The window that a row asks for, where `present` is what there is of it: nothing where both dates are empty.
  absl::StatusOr<Window> WindowOf(const v1::ImportAssignmentsRequest::Row& row, const AssignmentRecord* present) const;

  const Deps deps_;
  const ProgressRules rules_;
  const absl::TimeZone zone_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
