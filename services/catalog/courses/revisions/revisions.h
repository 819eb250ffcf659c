// Whether a manager who changes a course has seen what is there. To be called in the transaction of the change.
//
// Pure functions, callable from any thread. Each returns ABORTED changed_meanwhile, with the course as its result, if
// the request has a revision that is not that of now.
#pragma once

#include "absl/status/status.h"
#include "academy/catalog/v1/courses.pb.h"
#include "services/catalog/courses/course_record.h"

namespace academy::catalog {

// Compares the course's revision, and those of parts that the request would change.
absl::Status RequireSeen(const v1::UpdateCourseRequest& request, const CourseRecord& course);
// Compares the part's revision; OK if there is no such part.
absl::Status RequireSeen(const v1::SetPartVideoRequest& request, const CourseRecord& course);
// Compares the course's revision.
absl::Status RequireSeen(const v1::UpdateCourseImageRequest& request, const CourseRecord& course);

}  // namespace academy::catalog
