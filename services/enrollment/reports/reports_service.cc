#include "services/enrollment/reports/reports_service.h"

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "services/enrollment/assignments/dates.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kCompletionDays = 90;
constexpr int kDashboardDays = 30;
constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;
constexpr UnixMillis kSoon = 7 * kDay;
constexpr double kMillisAnHour = 60.0 * 60 * 1000;

void SetCounts(const AssignmentCounts& counts, auto& out) {
  out.set_assigned(counts.assigned);
  out.set_upcoming(counts.upcoming);
  out.set_active(counts.active);
  out.set_expired(counts.expired);
}

void AddPart(const catalog::v1::Part& part, const PartCounts& counts, v1::GetCourseStatisticsResponse::Result& result) {
  v1::GetCourseStatisticsResponse::Part& out = *result.add_parts();
  out.set_part_id(part.id());
  out.set_title(part.title());
  out.set_duration(part.duration());
  out.set_viewers(counts.viewers);
  out.set_completed(counts.completed);
  for (int64_t viewers : counts.stopped) out.add_stopped(viewers);
  for (int64_t viewers : counts.watched) out.add_watched(viewers);
}

}  // namespace

absl::StatusOr<v1::GetCourseStatisticsResponse> ReportsService::GetCourseStatistics(
    const Caller& caller, const v1::GetCourseStatisticsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(catalog::v1::Course course, catalog_.GetCourse(caller, request.course_id()));
  UnixMillis now = clock_.Now();
  int today = DayOf(now, zone_);
  int first = today - kCompletionDays + 1;
  ASSIGN_OR_RETURN(CourseCounts counts, reports_.OfCourse(course.id(), now));
  ASSIGN_OR_RETURN(std::vector<UnixMillis> completions, reports_.Completions(course.id(), StartOfDay(first, zone_)));
  ASSIGN_OR_RETURN(std::vector<PartCounts> parts, reports_.Parts(course.id()));

  v1::GetCourseStatisticsResponse response;
  response.set_message("Fetched Successfully");
  v1::GetCourseStatisticsResponse::Result& result = *response.mutable_result();
  SetCounts(counts.assignments, *result.mutable_learners());
  result.mutable_learners()->set_started(counts.started);
  result.mutable_learners()->set_completed(counts.completed);
  for (int day = first; day <= today; ++day) result.add_completions()->set_day(DayText(day));
  for (UnixMillis time : completions) {
    // A clock set back may have left some that are still to come.
    int day = DayOf(time, zone_);
    if (day > today) continue;
    auto* out = result.mutable_completions(day - first);
    out->set_completed(out->completed() + 1);
  }
  std::unordered_map<std::string_view, const PartCounts*> by_id;
  for (const PartCounts& part : parts) by_id[part.part_id] = &part;
  for (const catalog::v1::Part& part : course.parts()) {
    auto found = by_id.find(part.id());
    AddPart(part, found == by_id.end() ? PartCounts() : *found->second, result);
  }
  return response;
}

absl::StatusOr<v1::GetDashboardResponse> ReportsService::GetDashboard(const Caller& caller,
                                                                      const v1::GetDashboardRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  UnixMillis now = clock_.Now();
  int today = DayOf(now, zone_);
  int first = today - kDashboardDays + 1;
  ASSIGN_OR_RETURN(AssignmentCounts counts, reports_.OfAll(now));
  ASSIGN_OR_RETURN(int64_t expiring, reports_.Expiring(now, now + kSoon));
  ASSIGN_OR_RETURN(int64_t watchers, reports_.Watchers(first));
  ASSIGN_OR_RETURN(std::vector<DayCounts> days, reports_.Days(first));

  v1::GetDashboardResponse response;
  response.set_message("Fetched Successfully");
  v1::GetDashboardResponse::Result& result = *response.mutable_result();
  result.set_active_learners(watchers);
  SetCounts(counts, *result.mutable_assignments());
  result.set_expiring_soon(expiring);
  for (int day = first; day <= today; ++day) result.add_watched()->set_day(DayText(day));
  for (const DayCounts& day : days) {
    if (day.day > today) continue;
    auto* out = result.mutable_watched(day.day - first);
    out->set_hours(static_cast<double>(day.watched) / kMillisAnHour);
    out->set_learners(day.learners);
    if (day.day == today) result.set_active_today(day.learners);
  }
  return response;
}

}  // namespace academy::enrollment
