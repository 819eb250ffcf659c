#include "services/catalog/courses/courses_service.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/catalog/courses/converters.h"
#include "services/catalog/courses/validation.h"
#include "services/catalog/errors.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr int kMaxIds = 10'000;
constexpr char kUpdated[] = "Updated Successfully";

}  // namespace

absl::StatusOr<grpc::ByteBuffer> CoursesService::ListCourses(const Caller& caller,
                                                             const v1::ListCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(ListRequest list, ReadListRequest(request));
  if (!list.paged) {
    ASSIGN_OR_RETURN(std::shared_ptr<const std::string> all, list_.All());
    return ToBuffer(std::move(all));
  }
  ASSIGN_OR_RETURN(CoursePage page, courses_.List(list.query));
  v1::ListCoursesResponse response;
  response.set_message(page.courses.empty() ? "No data found." : "OK");
  for (const CourseRecord& course : page.courses) *response.add_result() = ToProto(course);
  response.set_total(page.total);
  if (page.next_cursor.has_value()) response.set_next_cursor(*page.next_cursor);
  return ToBuffer(response.SerializeAsString());
}

template <typename Response>
Positioned<Response> CoursesService::WithPosition(Response response) {
  // Without it, others hear of the change a moment later.
  return Positioned<Response>{.response = std::move(response), .feed_position = courses_.Position().value_or(0)};
}

absl::StatusOr<Positioned<v1::CreateCourseResponse>> CoursesService::CreateCourse(
    const Caller& caller, const v1::CreateCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateNewCourse(request));
  NewCourse course{.title = request.title(),
                   .description = request.description(),
                   .parts = ToDrafts(request.parts()),
                   .image = std::nullopt};
  const std::string& picture = request.image().empty() ? request.file() : request.image();
  if (!picture.empty()) {
    ASSIGN_OR_RETURN(course.image, pictures_.Take(picture));
  }
  ASSIGN_OR_RETURN(CourseRecord created, courses_.Create(caller, course));
  v1::CreateCourseResponse response;
  response.set_message("Course created");
  *response.mutable_result() = ToProto(created);
  return WithPosition(std::move(response));
}

absl::StatusOr<Positioned<v1::UpdateCourseResponse>> CoursesService::UpdateCourse(
    const Caller& caller, const v1::UpdateCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateCourseUpdate(request));
  CourseChange change{.id = request.course_id()};
  if (request.has_title()) change.title = request.title();
  if (request.has_description()) change.description = request.description();
  if (request.has_parts()) change.parts = ToDrafts(request.parts().parts());
  ASSIGN_OR_RETURN(CourseRecord updated, courses_.Update(caller, change));
  v1::UpdateCourseResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(updated);
  return WithPosition(std::move(response));
}

absl::StatusOr<Positioned<v1::UpdateCourseImageResponse>> CoursesService::UpdateCourseImage(
    const Caller& caller, const v1::UpdateCourseImageRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  const std::string& picture = request.image().empty() ? request.file() : request.image();
  if (picture.empty()) return ValidationError({{"image", "required", "image is required"}});
  // An unknown course is not worth the work.
  ASSIGN_OR_RETURN(std::vector<CourseRecord> known, courses_.Get({request.course_id()}));
  if (known.empty()) return error::CourseNotFound();
  ASSIGN_OR_RETURN(std::string key, pictures_.Take(picture));
  ASSIGN_OR_RETURN(CourseRecord updated, courses_.SetImage(caller, request.course_id(), key));
  sweeper_.Wake();
  v1::UpdateCourseImageResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(updated);
  return WithPosition(std::move(response));
}

absl::StatusOr<Positioned<v1::DeleteCourseResponse>> CoursesService::DeleteCourse(
    const Caller& caller, const v1::DeleteCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(std::vector<std::string> assets, courses_.Delete(caller, request.course_id()));
  for (const std::string& asset : assets) RETURN_IF_ERROR(files_.Remove(asset));
  sweeper_.Wake();
  v1::DeleteCourseResponse response;
  response.set_message("Course deleted");
  return WithPosition(std::move(response));
}

absl::StatusOr<v1::ListPublicCoursesResponse> CoursesService::ListPublicCourses(
    const Caller& caller, const v1::ListPublicCoursesRequest& request) {
  ASSIGN_OR_RETURN(CoursePage page, courses_.List({}));
  v1::ListPublicCoursesResponse response;
  response.set_message(page.courses.empty() ? "No data found." : "OK");
  for (const CourseRecord& course : page.courses) *response.add_result() = ToPublicProto(course);
  return response;
}

absl::StatusOr<v1::BatchGetCoursesResponse> CoursesService::BatchGetCourses(const Caller& caller,
                                                                            const v1::BatchGetCoursesRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  if (request.ids_size() > kMaxIds) {
    return ValidationError({{"ids", "too_many", "At most " + std::to_string(kMaxIds) + " ids a call"}});
  }
  v1::BatchGetCoursesResponse response;
  std::vector<CourseRecord> courses;
  if (request.all()) {
    v1::ListCoursesRequest as_list;
    if (!request.search().empty()) as_list.set_search(request.search());
    if (!request.sort().empty()) as_list.set_sort(request.sort());
    ASSIGN_OR_RETURN(ListRequest list, ReadListRequest(as_list));
    list.query.limit = 0;
    ASSIGN_OR_RETURN(CoursePage page, courses_.List(list.query));
    courses = std::move(page.courses);
  } else {
    ASSIGN_OR_RETURN(courses, courses_.Get({request.ids().begin(), request.ids().end()}));
  }
  for (const CourseRecord& course : courses) *response.add_courses() = ToProto(course);
  return response;
}

}  // namespace academy::catalog
