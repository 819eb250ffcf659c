// Checks of what managers send, field by field. The limits are the REST contract's.
//
// Pure functions, callable from any thread. Each returns INVALID_ARGUMENT validation_failed with every violation.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/catalog/v1/media.pb.h"
#include "academy/catalog/v1/uploads.pb.h"
#include "services/catalog/courses/course_queries.h"

namespace academy::catalog {

absl::Status ValidateNewCourse(const v1::CreateCourseRequest& request);
absl::Status ValidateCourseUpdate(const v1::UpdateCourseRequest& request);
absl::Status ValidateCaptions(const v1::UploadCaptionsRequest& request);
absl::Status ValidateNewUpload(const v1::CreateUploadRequest& request);

// Also says whether the caller asked for a page.
struct ListRequest {
  CourseListQuery query;
  bool paged = false;
};
absl::StatusOr<ListRequest> ReadListRequest(const v1::ListCoursesRequest& request);

}  // namespace academy::catalog
