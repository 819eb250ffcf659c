// The named errors of enrollment. All functions are pure and thread-safe.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace academy::enrollment::error {

// NOT_FOUND course_not_found, user_not_found, part_not_found; the message names the id.
absl::Status CourseNotFound(std::string_view id);
absl::Status LearnerNotFound(std::string_view id);
absl::Status PartNotFound(std::string_view id);
// NOT_FOUND assignment_not_found.
absl::Status AssignmentNotFound();
// PERMISSION_DENIED course_not_started, course_expired.
absl::Status CourseNotStarted();
absl::Status CourseExpired();

}  // namespace academy::enrollment::error
