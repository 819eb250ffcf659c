#include "services/enrollment/progress/progress_tracking_service.h"

#include <memory>
#include <utility>
#include <vector>

#include "services/enrollment/access/active_assignment.h"
#include "services/enrollment/access/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/progress/progress_report.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {

absl::StatusOr<v1::UpdateProgressResponse> ProgressTrackingService::UpdateProgress(
    const Caller& caller, const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  RETURN_IF_ERROR(RequireId(request.part_id(), "partId"));
  RETURN_IF_ERROR(ValidateReport(request));

  AssignmentKey key{.course_id = request.course_id(), .learner_id = caller.id};
  RETURN_IF_ERROR(LoadActiveAssignment(deps_.database, key, deps_.clock.Now()).status());
  ASSIGN_OR_RETURN(std::shared_ptr<const CachedCourse> known,
                   OrNotAssigned(deps_.courses.GetForReport(caller, key.course_id)));
  const CourseOutline& course = known->outline;
  const CourseOutline::Part* part = course.Find(request.part_id());
  if (part == nullptr) return error::PartNotFound(request.part_id());
  ASSIGN_OR_RETURN(WatchReport watched, ReportWithin(request, part->duration));

  UnixMillis now = deps_.clock.Now();
  ProgressReport report{.learner_id = caller.id,
                        .course = course,
                        .part = *part,
                        .watched = std::move(watched),
                        .at = now,
                        .day = DayOf(now, deps_.zone)};
  ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress,
                   deps_.database.Write([&](Transaction& tx) { return StoreReport(tx.sql(), report, deps_.rules); }));

  v1::UpdateProgressResponse response;
  response.set_message("Updated Successfully");
  *response.mutable_result() = ToProgress(course, progress, deps_.rules);
  return response;
}

}  // namespace academy::enrollment
