#include "services/enrollment/assignments/access_service.h"

#include "services/platform/base/status.h"

namespace academy::enrollment {

absl::StatusOr<v1::GetAccessResponse> AccessService::GetAccess(const Caller& caller,
                                                               const v1::GetAccessRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  ASSIGN_OR_RETURN(AssignmentRecord record, assignments_.Get(request.assignment_id()));
  v1::GetAccessResponse response;
  response.set_learner_id(record.learner_id);
  response.set_course_id(record.course_id);
  response.set_start_ms(record.window.start);
  response.set_expiry_ms(record.window.expiry);
  return response;
}

}  // namespace academy::enrollment
