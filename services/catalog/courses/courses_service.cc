#include "services/catalog/courses/courses_service.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/catalog/courses/bin/course_bin_store.h"
#include "services/catalog/courses/converters.h"
#include "services/catalog/courses/course_audit.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/courses/lists/course_page.h"
#include "services/catalog/courses/revisions/revisions.h"
#include "services/catalog/courses/validation.h"
#include "services/catalog/errors.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr int kMaxIds = 10'000;
// A page of courses ends with the one that exceeds it.
constexpr size_t kPageBytes = 1024 * 1024;
constexpr char kUpdated[] = "Updated Successfully";

// Returns the `message` of a list.
const char* MessageFor(const std::vector<CourseRecord>& courses) { return courses.empty() ? "No data found." : "OK"; }

// A form may send its picture in either field.
template <typename Request>
const std::string& PictureOf(const Request& request) {
  return request.image().empty() ? request.file() : request.image();
}

// A changed course, and the position of its event in the feed.
struct Changed {
  CourseRecord course;
  int64_t position = 0;
};

template <typename Response>
Positioned<Response> Respond(const char* message, const Changed& changed) {
  Positioned<Response> result{.response = {}, .feed_position = changed.position};
  result.response.set_message(message);
  *result.response.mutable_result() = ToProto(changed.course);
  return result;
}

}  // namespace

absl::StatusOr<grpc::ByteBuffer> CoursesService::ListCourses(const Caller& caller,
                                                             const v1::ListCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(ListRequest list, ReadListRequest(request));
  if (!list.paged) {
    ASSIGN_OR_RETURN(std::shared_ptr<const std::string> all, list_.All());
    return ToBuffer(std::move(all));
  }
  ASSIGN_OR_RETURN(CoursePage page,
                   deps_.database.Read([&](soci::session& sql) { return QueryCourses(sql, list.query); }));
  v1::ListCoursesResponse response;
  response.set_message(MessageFor(page.courses));
  for (const CourseRecord& course : page.courses) *response.add_result() = ToProto(course);
  response.set_total(page.total);
  if (page.next_cursor.has_value()) response.set_next_cursor(*page.next_cursor);
  return ToBuffer(response.SerializeAsString());
}

absl::StatusOr<v1::GetCourseResponse> CoursesService::GetCourse(const Caller& caller,
                                                                const v1::GetCourseRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  using Found = absl::StatusOr<std::optional<CourseRecord>>;
  ASSIGN_OR_RETURN(std::optional<CourseRecord> course, deps_.database.Read([&](soci::session& sql) -> Found {
    return FindCourse(sql, request.course_id());
  }));
  if (!course.has_value()) return error::CourseNotFound();
  v1::GetCourseResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToProto(*course);
  return response;
}

absl::StatusOr<Positioned<v1::CreateCourseResponse>> CoursesService::CreateCourse(
    const Caller& caller, const v1::CreateCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateNewCourse(request));
  NewCourse course{.title = request.title(),
                   .description = request.description(),
                   .parts = ToDrafts(request.parts()),
                   .image = std::nullopt};
  if (!PictureOf(request).empty()) {
    ASSIGN_OR_RETURN(course.image, pictures_.Add(PictureOf(request)));
  }
  ASSIGN_OR_RETURN(Changed created, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<Changed> {
    ASSIGN_OR_RETURN(CourseRecord inserted, InsertCourse(tx.sql(), course, deps_.clock.Now()));
    int64_t position = AppendCourseChanged(tx, deps_.feed, inserted.id);
    deps_.audit.Add(tx, caller, CourseCreated(inserted));
    return Changed{.course = std::move(inserted), .position = position};
  }));
  return Respond<v1::CreateCourseResponse>("Course created", created);
}

absl::StatusOr<Positioned<v1::UpdateCourseResponse>> CoursesService::UpdateCourse(
    const Caller& caller, const v1::UpdateCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateCourseUpdate(request));
  CourseChange change;
  if (request.has_title()) change.title = request.title();
  if (request.has_description()) change.description = request.description();
  if (request.has_parts()) change.parts = ToDrafts(request.parts().parts());
  ASSIGN_OR_RETURN(Changed updated, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<Changed> {
    std::optional<CourseRecord> before = FindCourse(tx.sql(), request.course_id());
    if (!before.has_value()) return error::CourseNotFound();
    RETURN_IF_ERROR(RequireSeen(request, *before));
    ASSIGN_OR_RETURN(CourseRecord after, catalog::UpdateCourse(tx.sql(), *before, change, deps_.clock.Now()));
    int64_t position = AppendCourseChanged(tx, deps_.feed, after.id);
    deps_.audit.Add(tx, caller, CourseUpdated(*before, after));
    return Changed{.course = std::move(after), .position = position};
  }));
  return Respond<v1::UpdateCourseResponse>(kUpdated, updated);
}

absl::StatusOr<Positioned<v1::SetPartVideoResponse>> CoursesService::SetPartVideo(
    const Caller& caller, const v1::SetPartVideoRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidatePartVideo(request));
  ASSIGN_OR_RETURN(Changed updated, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<Changed> {
    std::optional<CourseRecord> before = FindCourse(tx.sql(), request.course_id());
    if (!before.has_value()) return error::CourseNotFound();
    RETURN_IF_ERROR(RequireSeen(request, *before));
    ASSIGN_OR_RETURN(CourseRecord after,
                     SetCoursePartVideo(tx.sql(), *before, request.part_id(), request.asset_id(), deps_.clock.Now()));
    int64_t position = AppendCourseChanged(tx, deps_.feed, after.id);
    deps_.audit.Add(tx, caller, CourseUpdated(*before, after));
    return Changed{.course = std::move(after), .position = position};
  }));
  return Respond<v1::SetPartVideoResponse>(kUpdated, updated);
}

absl::StatusOr<Positioned<v1::UpdateCourseImageResponse>> CoursesService::UpdateCourseImage(
    const Caller& caller, const v1::UpdateCourseImageRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (PictureOf(request).empty()) return ValidationError({{"image", "required", "image is required"}});
  // Checked before encoding the picture, which is slow.
  RETURN_IF_ERROR(deps_.database.Read([&](soci::session& sql) -> absl::Status {
    std::optional<CourseRecord> course = FindCourse(sql, request.course_id());
    return course.has_value() ? RequireSeen(request, *course) : error::CourseNotFound();
  }));
  ASSIGN_OR_RETURN(std::string image, pictures_.Add(PictureOf(request)));
  ASSIGN_OR_RETURN(Changed updated, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<Changed> {
    std::optional<CourseRecord> course = FindCourse(tx.sql(), request.course_id());
    if (!course.has_value()) return error::CourseNotFound();
    RETURN_IF_ERROR(RequireSeen(request, *course));
    CourseRecord after = SetCourseImage(tx.sql(), *course, image, deps_.clock.Now());
    int64_t position = AppendCourseChanged(tx, deps_.feed, after.id);
    deps_.audit.Add(tx, caller, CourseImageUpdated(after));
    return Changed{.course = std::move(after), .position = position};
  }));
  sweeper_.Wake();
  return Respond<v1::UpdateCourseImageResponse>(kUpdated, updated);
}

absl::StatusOr<Positioned<v1::DeleteCourseResponse>> CoursesService::DeleteCourse(
    const Caller& caller, const v1::DeleteCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Positioned<v1::DeleteCourseResponse> result;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<CourseRecord> course = FindCourse(tx.sql(), request.course_id());
    if (!course.has_value()) return error::CourseNotFound();
    MoveToBin(tx.sql(), course->id, {.deleted_at = deps_.clock.Now(), .deleted_by = caller.id});
    result.feed_position = AppendCourseBinned(tx, deps_.feed, course->id);
    deps_.audit.Add(tx, caller, CourseDeleted(*course));
    return absl::OkStatus();
  }));
  result.response.set_message("Course deleted");
  return result;
}

absl::StatusOr<grpc::ByteBuffer> CoursesService::ListPublicCourses(const Caller& /*caller*/,
                                                                   const v1::ListPublicCoursesRequest& request) {
  if (!request.has_limit() && !request.has_cursor()) {
    ASSIGN_OR_RETURN(std::shared_ptr<const std::string> all, public_list_.All());
    return ToBuffer(std::move(all));
  }
  ASSIGN_OR_RETURN(int limit, ReadPageLimit(request));
  ASSIGN_OR_RETURN(v1::ListPublicCoursesResponse page, public_list_.Page(limit, request.cursor()));
  return ToBuffer(page.SerializeAsString());
}

absl::StatusOr<v1::BatchGetCoursesResponse> CoursesService::BatchGetCourses(const Caller& caller,
                                                                            const v1::BatchGetCoursesRequest& request) {
  if (request.ids_size() > kMaxIds) {
    return ValidationError({{"ids", "too_many", "At most " + std::to_string(kMaxIds) + " ids a call"}});
  }
  ASSIGN_OR_RETURN(CourseListQuery query, ReadBatchQuery(request));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::BatchGetCoursesResponse> {
    CoursePage page;
    if (request.all()) {
      ASSIGN_OR_RETURN(page, QueryCourses(sql, query));
    } else {
      page.courses = FindCourses(sql, {request.ids().begin(), request.ids().end()});
    }
    v1::BatchGetCoursesResponse response;
    size_t bytes = 0;
    for (const CourseRecord& course : page.courses) {
      if (query.limit > 0 && bytes >= kPageBytes) {
        page.next_cursor = CursorAfter(page.courses[static_cast<size_t>(response.courses_size()) - 1], query.sort);
        break;
      }
      *response.add_courses() = ToProto(course);
      bytes += response.courses().rbegin()->ByteSizeLong();
    }
    if (page.next_cursor.has_value()) response.set_next_cursor(*std::move(page.next_cursor));
    if (request.binned()) {
      for (std::string& id : ListBinnedIds(sql)) response.add_binned_ids(std::move(id));
    }
    return response;
  });
}

}  // namespace academy::catalog
