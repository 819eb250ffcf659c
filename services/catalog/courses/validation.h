// Validates requests of the Courses service. The limits are the REST contract's.
//
// Pure functions, callable from any thread. Each returns INVALID_ARGUMENT validation_failed with every violation.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.pb.h"
#include "services/catalog/courses/lists/course_page.h"

namespace academy::catalog {

absl::Status ValidateNewCourse(const v1::CreateCourseRequest& request);
absl::Status ValidateCourseUpdate(const v1::UpdateCourseRequest& request);
absl::Status ValidatePartVideo(const v1::SetPartVideoRequest& request);

struct ListRequest {
  CourseListQuery query;
  // Whether a page was requested; otherwise the whole list.
  bool paged = false;
};
absl::StatusOr<ListRequest> ReadListRequest(const v1::ListCoursesRequest& request);
// Returns the page size of the public list.
absl::StatusOr<int> ReadPageLimit(const v1::ListPublicCoursesRequest& request);
// Returns the query for a batch with `all`, searched and sorted as ReadListRequest does.
absl::StatusOr<CourseListQuery> ReadBatchQuery(const v1::BatchGetCoursesRequest& request);

}  // namespace academy::catalog
