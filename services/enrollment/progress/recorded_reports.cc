#include "services/enrollment/progress/recorded_reports.h"

#include <memory>
#include <string>
#include <utility>

#include "services/enrollment/access/active_assignment.h"
#include "services/enrollment/access/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/progress/progress_report.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::enrollment {
namespace {

using Known = std::shared_ptr<const CachedCourse>;

absl::Status Validate(const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  RETURN_IF_ERROR(RequireId(request.part_id(), "partId"));
  return ValidateReport(request);
}

// Null if the course is not cached.
Known FindCached(const Deps& deps, const std::string& course_id) {
  std::optional<CourseCache::Courses> cached = deps.courses.GetCached({course_id}, 0);
  return cached.has_value() ? cached->front() : nullptr;
}

// Decides about the learner's access in the transaction that stores the report.
absl::StatusOr<v1::UpdateProgressResponse> Store(const Deps& deps, const std::string& learner_id,
                                                 const v1::UpdateProgressRequest& request,
                                                 const CourseOutline& course) {
  const UnixMillis now = deps.clock.Now();
  auto store = [&](Transaction& tx) -> absl::StatusOr<std::vector<ProgressRecord>> {
    RETURN_IF_ERROR(FindActiveAssignment(tx.sql(), {course.id, learner_id}, now).status());
    const CourseOutline::Part* part = course.Find(request.part_id());
    if (part == nullptr) return error::PartNotFound(request.part_id());
    ASSIGN_OR_RETURN(WatchReport watched, ReportWithin(request, part->duration));
    ProgressReport report{.learner_id = learner_id,
                          .course = course,
                          .part = *part,
                          .watched = std::move(watched),
                          .at = now,
                          .day = DayOf(now, deps.zone)};
    return StoreReport(tx.sql(), report, deps.rules);
  };
  ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress, deps.database.Write(store));

  v1::UpdateProgressResponse response;
  response.set_message("Updated Successfully");
  *response.mutable_result() = ToProgress(course, progress, deps.rules);
  return response;
}

}  // namespace

absl::StatusOr<v1::UpdateProgressResponse> RecordReport(const Deps& deps, const Caller& caller,
                                                        const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(Validate(request));
  Known known = FindCached(deps, request.course_id());
  if (known == nullptr) {
    // Nobody makes this service load courses that are not the caller's.
    AssignmentKey key{.course_id = request.course_id(), .learner_id = caller.id};
    RETURN_IF_ERROR(LoadActiveAssignment(deps.database, key, deps.clock.Now()).status());
    ASSIGN_OR_RETURN(known, OrNotAssigned(deps.courses.GetForReport(caller, request.course_id())));
  }
  return Store(deps, caller.id, request, known->outline);
}

std::vector<std::optional<absl::StatusOr<v1::UpdateProgressResponse>>> RecordReports(
    const Deps& deps, const google::protobuf::RepeatedPtrField<v1::LearnerReport>& reports) {
  std::vector<std::optional<absl::StatusOr<v1::UpdateProgressResponse>>> results(static_cast<size_t>(reports.size()));
  std::vector<size_t> stored;
  // Each Write of Store is a savepoint in the transaction that the first of them begins.
  JoinedWrites together;
  absl::Status lost;
  for (size_t i = 0; i < results.size(); ++i) {
    const v1::LearnerReport& each = reports[static_cast<int>(i)];
    ScopedRequestId in_logs(each.request_id());
    if (absl::Status valid = Validate(each.report()); !valid.ok()) {
      results[i] = valid;
      continue;
    }
    Known known = FindCached(deps, each.report().course_id());
    if (known == nullptr) continue;
    stored.push_back(i);
    // The database is away: the others need not try it, one after another.
    results[i] = lost.ok() ? Store(deps, each.learner_id(), each.report(), known->outline) : lost;
    if (absl::IsUnavailable(results[i]->status())) lost = results[i]->status();
  }
  absl::Status committed = together.Commit();
  if (committed.ok()) return results;
  for (size_t i : stored) results[i] = committed;
  return results;
}

}  // namespace academy::enrollment
