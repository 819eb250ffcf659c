// Cursors of pages of courses: opaque to callers, who send them back.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace academy::catalog {

enum class CourseSort { kTitle, kCreatedAt, kUpdatedAt };

// Start of a page: after the course `id`.
struct CourseCursor {
  std::string id;
  // The folded title in the order of titles, otherwise empty.
  std::string title;
  // Unix milliseconds in the orders of times, otherwise 0.
  int64_t time = 0;
};

// INVALID_ARGUMENT validation_failed for a text that MakeCourseCursor did not return for the same order.
absl::StatusOr<CourseCursor> ParseCourseCursor(std::string_view text, CourseSort sort);

std::string MakeCourseCursor(const CourseCursor& cursor, CourseSort sort);

}  // namespace academy::catalog
