#include "services/enrollment/progress/recorded_reports.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "services/enrollment/access/active_assignment.h"
#include "services/enrollment/access/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/progress/progress_report.h"
#include "services/enrollment/validation.h"
#include "services/platform/background/call_limit.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// How long a batch is tried again while the database undoes it: about as long as those who reported wait.
constexpr absl::Duration kBatchTime = absl::Seconds(1);

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

using Responses = std::vector<absl::StatusOr<v1::UpdateProgressResponse>>;

// Decides about the learners' access in the transaction that stores the reports. Errors as Database::Write.
absl::StatusOr<Responses> Store(const Deps& deps, const std::vector<ProgressReport>& reports) {
  using Progress = std::vector<absl::StatusOr<std::vector<ProgressRecord>>>;
  auto store = [&](Transaction& tx) -> absl::StatusOr<Progress> {
    const UnixMillis now = deps.clock.Now();
    return StoreReports(tx, reports, now, DayOf(now, deps.zone.Get()), deps.rules);
  };
  ASSIGN_OR_RETURN(Progress stored, deps.database.Write(store));
  Responses responses;
  responses.reserve(reports.size());
  for (size_t i = 0; i < reports.size(); ++i) {
    if (!stored[i].ok()) {
      responses.emplace_back(stored[i].status());
      continue;
    }
    v1::UpdateProgressResponse response;
    response.set_message("Updated Successfully");
    *response.mutable_result() = ToProgress(reports[i].course, *stored[i], deps.rules);
    responses.emplace_back(std::move(response));
  }
  return responses;
}

// One line for all of them, because there are many when the database is away.
void LogFailure(const google::protobuf::RepeatedPtrField<v1::LearnerReport>& reports, const absl::Status& status) {
  std::string requests;
  for (const v1::LearnerReport& report : reports)
    absl::StrAppend(&requests, requests.empty() ? "" : " ", report.request_id());
  LogWarning("reports not stored", {{"error", MessageOf(status)}, {"requests", requests}});
}

}  // namespace

absl::StatusOr<v1::UpdateProgressResponse> RecordReport(const Deps& deps, const Caller& caller,
                                                        const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(Validate(request));
  const AssignmentKey key{.course_id = request.course_id(), .learner_id = caller.id};
  Known known = FindCached(deps, request.course_id());
  if (known == nullptr) {
    // Nobody makes this service load courses that are not the caller's.
    RETURN_IF_ERROR(LoadActiveAssignment(deps.database, key, deps.clock.Now()).status());
    ASSIGN_OR_RETURN(known, OrNotAssigned(deps.courses.GetForReport(caller, request.course_id())));
  }
  ASSIGN_OR_RETURN(Responses responses, Store(deps, {{.key = key, .course = known->outline, .request = request}}));
  return std::move(responses.front());
}

std::vector<std::optional<absl::StatusOr<v1::UpdateProgressResponse>>> RecordReports(
    const Deps& deps, const google::protobuf::RepeatedPtrField<v1::LearnerReport>& reports) {
  std::vector<std::optional<absl::StatusOr<v1::UpdateProgressResponse>>> results(static_cast<size_t>(reports.size()));
  // Keeps the courses while their reports are stored.
  std::vector<Known> courses;
  std::vector<ProgressReport> stored;
  std::vector<size_t> places;
  for (size_t i = 0; i < results.size(); ++i) {
    const v1::LearnerReport& each = reports[static_cast<int>(i)];
    const v1::UpdateProgressRequest& request = each.report();
    if (absl::Status valid = Validate(request); !valid.ok()) {
      results[i] = valid;
      continue;
    }
    Known known = FindCached(deps, request.course_id());
    if (known == nullptr) continue;
    stored.push_back({.key = {.course_id = request.course_id(), .learner_id = each.learner_id()},
                      .course = known->outline,
                      .request = request});
    courses.push_back(std::move(known));
    places.push_back(i);
  }
  if (stored.empty()) return results;
  ScopedCallLimit limit(kBatchTime);
  absl::StatusOr<Responses> responses = Store(deps, stored);
  if (!responses.ok()) LogFailure(reports, responses.status());
  for (size_t i = 0; i < places.size(); ++i) {
    results[places[i]] = responses.ok() ? std::move((*responses)[i]) : responses.status();
  }
  return results;
}

}  // namespace academy::enrollment
