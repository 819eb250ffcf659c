// Lists of courses: all or those matching a search, in one of three orders, whole or by pages.
//
// Runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/courses/course_record.h"
#include "services/catalog/courses/lists/course_cursor.h"

namespace academy::catalog {

struct CourseListQuery {
  // Empty for all.
  std::string search;
  CourseSort sort = CourseSort::kCreatedAt;
  bool descending = true;
  // 0 for no limit.
  int limit = 0;
  // Empty, or the next_cursor of a page in the same order.
  std::string cursor;
};

struct CoursePage {
  std::vector<CourseRecord> courses;
  // Absent on the last page.
  std::optional<std::string> next_cursor;
  // Number of courses on all pages together.
  int64_t total = 0;
};

// Runs three statements for a whole list; for a page or a search two, and one more per 500 courses. INVALID_ARGUMENT
// validation_failed for a cursor that no page returned.
absl::StatusOr<CoursePage> QueryCourses(soci::session& sql, const CourseListQuery& query);

// Returns the cursor of the page after this course.
std::string CursorAfter(const CourseRecord& course, CourseSort sort);

}  // namespace academy::catalog
