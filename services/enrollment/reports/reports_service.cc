#include "services/enrollment/reports/reports_service.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/enrollment/access/dates.h"
#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kCompletionDays = 90;
constexpr int kDashboardDays = 30;
constexpr absl::Duration kSoon = absl::Hours(7 * 24);

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

// The statistics of a course, read on one snapshot.
struct CourseFigures {
  CourseCounts counts;
  std::vector<UnixMillis> completions;
  std::vector<PartCounts> parts;
};

void SetCompletions(const std::vector<UnixMillis>& completions, int first, int today, const absl::TimeZone& zone,
                    v1::GetCourseStatisticsResponse::Result& result) {
  for (int day = first; day <= today; ++day) result.add_completions()->set_day(DayText(day));
  for (UnixMillis time : completions) {
    int day = DayOf(time, zone);
    // A clock that was set back may have left completions in the future.
    if (day > today) continue;
    auto* out = result.mutable_completions(day - first);
    out->set_completed(out->completed() + 1);
  }
}

// A part that nobody watched gets zeros.
void SetParts(const catalog::v1::Course& course, const std::vector<PartCounts>& parts,
              v1::GetCourseStatisticsResponse::Result& result) {
  std::unordered_map<std::string_view, const PartCounts*> by_id;
  for (const PartCounts& part : parts) by_id[part.part_id] = &part;
  for (const catalog::v1::Part& part : course.parts()) {
    auto found = by_id.find(part.id());
    AddPart(part, found == by_id.end() ? PartCounts() : *found->second, result);
  }
}

// The statistics of the academy, read on one snapshot.
struct DashboardFigures {
  AssignmentCounts assignments;
  int64_t expiring = 0;
  int64_t watchers = 0;
  std::vector<DayCounts> days;
};

void SetDays(const std::vector<DayCounts>& days, int first, int today, v1::GetDashboardResponse::Result& result) {
  for (int day = first; day <= today; ++day) result.add_watched()->set_day(DayText(day));
  for (const DayCounts& day : days) {
    if (day.day > today) continue;
    auto* out = result.mutable_watched(day.day - first);
    out->set_hours(static_cast<double>(day.watched) / absl::ToDoubleMilliseconds(absl::Hours(1)));
    out->set_learners(day.learners);
    if (day.day == today) result.set_active_today(day.learners);
  }
}

}  // namespace

absl::StatusOr<KeptFigures<ReportsService::Statistics>::Computed> ReportsService::ComputeStatistics(
    const catalog::v1::Course& course, int today, const absl::TimeZone& zone) {
  UnixMillis now = deps_.clock.Now();
  int first = today - kCompletionDays + 1;
  ASSIGN_OR_RETURN(CourseFigures figures, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<CourseFigures> {
    return CourseFigures{.counts = CountCourse(sql, course.id(), now),
                         .completions = ListCompletions(sql, course.id(), StartOfDay(first, zone)),
                         .parts = ListPartCounts(sql, course.id())};
  }));
  Statistics result;
  SetCounts(figures.counts.assignments, *result.mutable_learners());
  result.mutable_learners()->set_started(figures.counts.started);
  result.mutable_learners()->set_completed(figures.counts.completed);
  SetCompletions(figures.completions, first, today, zone, result);
  SetParts(course, figures.parts, result);
  return KeptFigures<Statistics>::Computed{.figures = std::move(result),
                                           .large = figures.counts.assignments.assigned > large_};
}

absl::StatusOr<ReportsService::Statistics> ReportsService::StatisticsOf(const catalog::v1::Course& course) {
  const absl::TimeZone zone = deps_.zone.Get();
  int today = DayOf(deps_.clock.Now(), zone);
  // Of another day, other days, or other parts, the figures are others.
  const std::string key =
      std::to_string(today) + "/" + zone.name() + "/" + course.id() + "/" + std::to_string(course.revision());
  return courses_.Get(key, [this, course, today, zone] { return ComputeStatistics(course, today, zone); });
}

absl::StatusOr<v1::GetCourseStatisticsResponse> ReportsService::GetCourseStatistics(
    const Caller& caller, const v1::GetCourseStatisticsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(catalog::v1::Course course, deps_.catalog.GetCourse(caller, request.course_id()));
  v1::GetCourseStatisticsResponse response;
  response.set_message("Fetched Successfully");
  ASSIGN_OR_RETURN(*response.mutable_result(), StatisticsOf(course));
  return response;
}

absl::StatusOr<KeptFigures<ReportsService::Dashboard>::Computed> ReportsService::ComputeDashboard(int today) {
  UnixMillis now = deps_.clock.Now();
  int first = today - kDashboardDays + 1;
  ASSIGN_OR_RETURN(
      DashboardFigures figures, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<DashboardFigures> {
        return DashboardFigures{.assignments = CountAssignments(sql, now),
                                .expiring = CountExpiring(sql, now, now + absl::ToInt64Milliseconds(kSoon)),
                                .watchers = CountWatchers(sql, first),
                                .days = ListDayCounts(sql, first)};
      }));
  Dashboard result;
  result.set_active_learners(figures.watchers);
  SetCounts(figures.assignments, *result.mutable_assignments());
  result.set_expiring_soon(figures.expiring);
  SetDays(figures.days, first, today, result);
  return KeptFigures<Dashboard>::Computed{.figures = std::move(result), .large = figures.assignments.assigned > large_};
}

absl::StatusOr<ReportsService::Dashboard> ReportsService::TheDashboard() {
  int today = DayOf(deps_.clock.Now(), deps_.zone.Get());
  return dashboards_.Get(std::to_string(today), [this, today] { return ComputeDashboard(today); });
}

absl::StatusOr<v1::GetDashboardResponse> ReportsService::GetDashboard(const Caller& caller,
                                                                      const v1::GetDashboardRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  v1::GetDashboardResponse response;
  response.set_message("Fetched Successfully");
  ASSIGN_OR_RETURN(*response.mutable_result(), TheDashboard());
  return response;
}

absl::Status ReportsService::PrepareLarge(const Caller& caller) {
  using Ids = absl::StatusOr<std::vector<std::string>>;
  ASSIGN_OR_RETURN(std::vector<std::string> ids,
                   deps_.database.Read([&](soci::session& sql) -> Ids { return ListCoursesOfMany(sql, large_); }));
  if (ids.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(TheDashboard().status());
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, deps_.catalog.GetCourses(caller, ids));
  for (const catalog::v1::Course& course : courses) RETURN_IF_ERROR(StatisticsOf(course).status());
  return absl::OkStatus();
}

}  // namespace academy::enrollment
