#include "services/enrollment/errors.h"

#include <string>

#include "services/platform/base/status.h"

namespace academy::enrollment::error {
namespace {

absl::Status NotFound(std::string_view reason, std::string_view what, std::string_view id) {
  return Error(absl::StatusCode::kNotFound, reason, std::string(what) + ": " + std::string(id));
}

}  // namespace

absl::Status CourseNotFound(std::string_view id) { return NotFound("course_not_found", "No such course", id); }
absl::Status LearnerNotFound(std::string_view id) { return NotFound("user_not_found", "No such learner", id); }
absl::Status PartNotFound(std::string_view id) { return NotFound("part_not_found", "The course has no such part", id); }

absl::Status AssignmentNotFound() {
  return Error(absl::StatusCode::kNotFound, "assignment_not_found", "The course is not assigned");
}

absl::Status CourseNotStarted() {
  return Error(absl::StatusCode::kPermissionDenied, "course_not_started", "The course has not started yet");
}

absl::Status CourseExpired() {
  return Error(absl::StatusCode::kPermissionDenied, "course_expired", "The course has expired");
}

}  // namespace academy::enrollment::error
