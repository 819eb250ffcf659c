// Reads courses with their parts and the state of their videos: three statements at most, however many courses.
//
// They may throw as SOCI does; call them inside Database::Read or Write.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/records.h"

namespace academy::catalog {

enum class CourseSort { kTitle, kCreatedAt, kUpdatedAt };

struct CourseListQuery {
  // Empty for all.
  std::string search;
  CourseSort sort = CourseSort::kCreatedAt;
  bool descending = true;
  // 0 for no limit.
  int limit = 0;
  // Empty, or a page's next_cursor.
  std::string cursor;
};

struct CoursePage {
  std::vector<CourseRecord> courses;
  // Absent at the end.
  std::optional<std::string> next_cursor;
  int64_t total = 0;
};

// INVALID_ARGUMENT validation_failed for a cursor that is none.
absl::StatusOr<CoursePage> QueryCourses(soci::session& sql, const CourseListQuery& query);

// In the order asked; unknown ids are left out.
std::vector<CourseRecord> QueryCoursesById(soci::session& sql, const std::vector<std::string>& ids);

}  // namespace academy::catalog
