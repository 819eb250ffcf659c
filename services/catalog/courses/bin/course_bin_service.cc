#include "services/catalog/courses/bin/course_bin_service.h"

#include <limits>
#include <optional>
#include <utility>

#include "services/catalog/courses/bin/course_bin_store.h"
#include "services/catalog/courses/course_audit.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/errors.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::catalog {
namespace {

// A page, and one row more that shows whether another page follows.
constexpr int kMaxRows = 1001;

}  // namespace

absl::StatusOr<v1::ListBinnedCoursesResponse> CourseBinService::ListBinnedCourses(
    const Caller& caller, const v1::ListBinnedCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  if (request.limit() < 1 || request.limit() > kMaxRows) {
    return ValidationError({{"limit", "out_of_range", "1 to 1001"}});
  }
  UnixMillis now = deps_.clock.Now();
  BinPosition before{.deleted_at = request.before_ms(), .id = request.before_id()};
  // Later than any deletion.
  if (before.deleted_at == 0) before.deleted_at = std::numeric_limits<UnixMillis>::max();
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListBinnedCoursesResponse> {
    int64_t counted = CountedMillis(sql);
    v1::ListBinnedCoursesResponse response;
    for (BinnedCourseRecord& course : ListBinned(sql, before, request.limit())) {
      v1::BinnedCourse& out = *response.add_courses();
      out.set_course_id(std::move(course.id));
      out.set_title(std::move(course.title));
      out.set_deleted_at_ms(course.deletion.at);
      out.set_deleted_by(std::move(course.deleted_by));
      out.set_purge_at_ms(term_.PurgeTime(course.deletion, now, counted));
    }
    response.set_total(CountBinned(sql));
    return response;
  });
}

absl::StatusOr<v1::RestoreCourseResponse> CourseBinService::RestoreCourse(const Caller& caller,
                                                                          const v1::RestoreCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<v1::RestoreCourseResponse> {
    std::optional<CourseRecord> course = FindBinnedCourse(tx.sql(), request.course_id());
    if (!course.has_value()) return error::BinItemNotFound();
    TakeFromBin(tx.sql(), course->id);
    deps_.audit.Add(tx, caller, CourseRestored(*course));
    v1::RestoreCourseResponse response;
    response.set_feed_position(AppendCourseRestored(tx, deps_.feed, course->id));
    return response;
  });
}

absl::StatusOr<v1::PurgeCourseResponse> CourseBinService::PurgeCourse(const Caller& caller,
                                                                      const v1::PurgeCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(Purged purged,
                   deps_.database.Write([&](Transaction& tx) { return Purge(tx, caller, request.course_id()); }));
  AfterCommit([this, assets = std::move(purged.assets)] {
    // The next start removes what is left.
    RemoveFiles(assets).IgnoreError();
  });
  v1::PurgeCourseResponse response;
  response.set_feed_position(purged.position);
  return response;
}

absl::Status CourseBinService::PurgeDue() {
  const Caller caller{.kind = CallerKind::kService, .id = "catalog"};
  while (true) {
    using Ids = std::vector<std::string>;
    ASSIGN_OR_RETURN(Ids due, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Ids> {
      return ListDueBinned(sql, term_.DueUntil(CountedMillis(sql)));
    }));
    if (due.empty()) return absl::OkStatus();
    for (const std::string& id : due) {
      absl::StatusOr<Purged> purged = deps_.database.Write([&](Transaction& tx) { return Purge(tx, caller, id); });
      // Restored or purged by a manager meanwhile.
      if (absl::IsNotFound(purged.status())) continue;
      RETURN_IF_ERROR(purged.status());
      LogInfo("course in the bin deleted for good", {{"course", id}});
      RETURN_IF_ERROR(RemoveFiles(purged->assets));
    }
  }
}

absl::StatusOr<CourseBinService::Purged> CourseBinService::Purge(Transaction& tx, const Caller& caller,
                                                                 const std::string& id) {
  std::optional<CourseRecord> course = FindBinnedCourse(tx.sql(), id);
  if (!course.has_value()) return error::BinItemNotFound();
  Purged purged{.assets = DeleteCourse(tx.sql(), *course, deps_.clock.Now())};
  purged.position = AppendCourseRemoved(tx, deps_.feed, course->id);
  deps_.audit.Add(tx, caller, CoursePurged(*course));
  return purged;
}

absl::Status CourseBinService::RemoveFiles(const std::vector<std::string>& assets) {
  for (const std::string& asset : assets) RETURN_IF_ERROR(media_.files.Remove(asset));
  media_.sweeper.Wake();
  return absl::OkStatus();
}

}  // namespace academy::catalog
