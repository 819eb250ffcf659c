// The rows of `courses`, for the stores that select them.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>

#include "services/catalog/courses/course_record.h"

namespace academy::catalog {

// The columns of a CourseRow.
#define ACADEMY_COURSE_COLUMNS "id, title, description, image, created_at, updated_at, revision, title_folded"

// Of the courses that are not in the bin (bin/course_bin_store.h).
#define ACADEMY_COURSE_NOT_BINNED "id NOT IN (SELECT course_id FROM binned_courses)"

// Maximum number of ids bound to one statement.
inline constexpr size_t kMaxBoundIds = 500;

struct CourseRow {
  // Without the parts.
  CourseRecord record;
  std::string title_folded;

  auto Columns() {
    return std::tie(record.id, record.title, record.description, record.image, record.created_at, record.updated_at,
                    record.revision, title_folded);
  }
};

}  // namespace academy::catalog
