// Import and export of assignments, with courses identified by title.
//
// Thread-safe.
#pragma once

#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/transfer/course_titles.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class TransferService final : public v1::Transfer::CallbackService {
 public:
  explicit TransferService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ImportAssignments, v1::ImportAssignmentsRequest, v1::ImportAssignmentsResponse)
  ACADEMY_RPC(rpc_.executor(), ExportAssignments, v1::ExportAssignmentsRequest, v1::ExportAssignmentsResponse)
  ACADEMY_RPC(rpc_.executor(), RecordExport, v1::RecordCourseExportRequest, v1::RecordCourseExportResponse)
  ACADEMY_RPC(rpc_.executor(), ListExpiring, v1::ListExpiringRequest, v1::ListExpiringResponse)

 private:
  absl::StatusOr<v1::ImportAssignmentsResponse> ImportAssignments(const Caller& caller,
                                                                  const v1::ImportAssignmentsRequest& request);
  absl::StatusOr<v1::ExportAssignmentsResponse> ExportAssignments(const Caller& caller,
                                                                  const v1::ExportAssignmentsRequest& request);
  absl::StatusOr<v1::RecordCourseExportResponse> RecordExport(const Caller& caller,
                                                              const v1::RecordCourseExportRequest& request);
  absl::StatusOr<v1::ListExpiringResponse> ListExpiring(const Caller& caller, const v1::ListExpiringRequest& request);

  // The changes that an import will make, built row by row.
  struct ImportPlan;
  // Adds one course of a row to the plan, or adds its refusal or preview to `out`.
  absl::Status PlanCourse(const v1::ImportAssignmentsRequest::Row& row, const catalog::v1::Course& course,
                          ImportPlan& plan, v1::ImportAssignmentsResponse::Row& out);
  // Returns the assignment as the earlier rows leave it; null if there is none.
  absl::StatusOr<const AssignmentRecord*> FindPlanned(const AssignmentKey& key, ImportPlan& plan);
  // Returns the window that a row requests. `present` is the current assignment, or null; its dates are kept where the
  // row has none.
  absl::StatusOr<Window> WindowOf(const v1::ImportAssignmentsRequest::Row& row, const AssignmentRecord* present) const;

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
