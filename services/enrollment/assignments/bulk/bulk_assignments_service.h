// The BulkAssignments service: changes a course's assignments for many learners at once, each on its own, or extends
// all of them.
//
// Thread-safe.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "academy/enrollment/v1/bulk_assignments.grpc.pb.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/bulk/extension_plan.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class BulkAssignmentsService final : public v1::BulkAssignments::CallbackService {
 public:
  explicit BulkAssignmentsService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), BulkAssign, v1::BulkAssignRequest, v1::BulkAssignResponse)
  ACADEMY_RPC(rpc_.executor(), ExtendCourse, v1::ExtendCourseRequest, v1::ExtendCourseResponse)

 private:
  absl::StatusOr<v1::BulkAssignResponse> BulkAssign(const Caller& caller, const v1::BulkAssignRequest& request);
  absl::StatusOr<v1::ExtendCourseResponse> ExtendCourse(const Caller& caller, const v1::ExtendCourseRequest& request);

  // Returns a row for each id and address of the request, with its learner or the reason why there is none.
  absl::StatusOr<v1::BulkAssignResponse> LoadRows(const Caller& caller, const v1::BulkAssignRequest& request);
  // Returns what Assign would return, without changing anything.
  absl::StatusOr<std::vector<AssignOutcome>> PreviewAssign(const std::vector<AssignmentSpec>& specs,
                                                           const AssignOptions& options);
  absl::StatusOr<std::vector<AssignmentRecord>> LoadAssignments(const std::string& course_id);

  // Names by learner id.
  using Names = std::unordered_map<std::string, std::string>;
  // Loads the names of the learners selected by the extension; empty if it selects the whole course. NOT_FOUND
  // user_not_found.
  absl::StatusOr<Names> LoadChosen(const Caller& caller, const Extension& extension);
  // Loads the names of the learners whose changes the response lists.
  absl::StatusOr<Names> LoadShown(const Caller& caller, const std::vector<ExpiryChange>& changes);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
