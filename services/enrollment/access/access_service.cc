#include "services/enrollment/access/access_service.h"

#include <optional>

#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"

namespace academy::enrollment {

absl::StatusOr<v1::GetAccessResponse> AccessService::GetAccess(const Caller& caller,
                                                               const v1::GetAccessRequest& request) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetAccessResponse> {
    std::optional<AssignmentRecord> record = FindAssignment(sql, request.assignment_id());
    if (!record.has_value() || IsDenied(sql, {.course_id = record->course_id, .learner_id = record->learner_id})) {
      return error::AssignmentNotFound();
    }
    v1::GetAccessResponse response;
    response.set_learner_id(record->learner_id);
    response.set_course_id(record->course_id);
    response.set_start_ms(record->window.start);
    response.set_expiry_ms(record->window.expiry);
    return response;
  });
}

}  // namespace academy::enrollment
