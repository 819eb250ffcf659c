#include "services/catalog/courses/lists/course_page.h"

#include <cstdlib>
#include <utility>

#include "services/catalog/courses/course_rows.h"
#include "services/catalog/courses/part_store.h"
#include "services/catalog/courses/search_text.h"
#include "services/catalog/errors.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {
namespace {

#define ACADEMY_COURSE_MATCHES "search_text LIKE :pattern ESCAPE '\\'"

const char* ColumnOf(CourseSort sort) {
  switch (sort) {
    case CourseSort::kTitle:
      return "title_folded";
    case CourseSort::kUpdatedAt:
      return "updated_at";
    case CourseSort::kCreatedAt:
      break;
  }
  return "created_at";
}

// Start of a page: after the course `id`, whose sort column is `value`, or `number` if it is a time.
struct Cursor {
  std::string id;
  std::string value;
  int64_t number = 0;
};

bool ReadCursor(const std::string& text, CourseSort sort, Cursor& cursor) {
  std::string raw;
  if (!Base64Decode(text, raw)) return false;
  size_t end = raw.find('\n');
  if (end == raw.npos || raw.find('\0') != raw.npos) return false;
  cursor.id = raw.substr(0, end);
  cursor.value = raw.substr(end + 1);
  if (sort == CourseSort::kTitle) return true;
  char* rest = nullptr;
  cursor.number = std::strtoll(cursor.value.c_str(), &rest, 10);
  return !cursor.value.empty() && *rest == '\0';
}

std::string CursorAfter(const CourseRow& row, CourseSort sort) {
  std::string value = sort == CourseSort::kTitle       ? row.title_folded
                      : sort == CourseSort::kUpdatedAt ? std::to_string(row.record.updated_at)
                                                       : std::to_string(row.record.created_at);
  return Base64Url(row.record.id + "\n" + value);
}

// An empty `pattern` matches all courses.
int64_t CountCourses(soci::session& sql, const std::string& pattern) {
  if (pattern.empty()) return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM courses");
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM courses WHERE " ACADEMY_COURSE_MATCHES, pattern);
}

QueryBuilder PageQuery(const CourseListQuery& query, const std::string& pattern, const Cursor& cursor) {
  QueryBuilder page("SELECT " ACADEMY_COURSE_COLUMNS " FROM courses");
  if (!pattern.empty()) page.Add(" WHERE " ACADEMY_COURSE_MATCHES, pattern);
  const char* column = ColumnOf(query.sort);
  if (!query.cursor.empty()) {
    page.Add(pattern.empty() ? " WHERE (" : " AND (").Add(column).Add(query.descending ? ", id) < (" : ", id) > (");
    query.sort == CourseSort::kTitle ? page.Add(":value", cursor.value) : page.Add(":value", cursor.number);
    page.Add(", :id)", cursor.id);
  }
  page.Add(" ORDER BY ").Add(column).Add(query.descending ? " DESC, id DESC" : " ASC, id ASC");
  // One row more than the page shows whether there is a next page.
  if (query.limit > 0) page.Add(" LIMIT :rows", query.limit + 1);
  return page;
}

void FetchPage(soci::session& sql, const CourseListQuery& query, const std::string& pattern, const Cursor& cursor,
               CoursePage& page) {
  std::vector<CourseRow> rows = PageQuery(query, pattern, cursor).Run<CourseRow>(sql);
  if (query.limit > 0 && rows.size() > static_cast<size_t>(query.limit)) {
    rows.pop_back();
    page.next_cursor = CursorAfter(rows.back(), query.sort);
  }
  page.courses.reserve(rows.size());
  for (CourseRow& row : rows) page.courses.push_back(std::move(row.record));
}

}  // namespace

absl::StatusOr<CoursePage> QueryCourses(soci::session& sql, const CourseListQuery& query) {
  Cursor cursor;
  if (!query.cursor.empty() && !ReadCursor(query.cursor, query.sort, cursor)) return error::CursorInvalid();
  std::string pattern = query.search.empty() ? "" : LikePattern(query.search);
  CoursePage page;
  page.total = CountCourses(sql, pattern);
  FetchPage(sql, query, pattern, cursor, page);
  bool all = query.search.empty() && static_cast<int64_t>(page.courses.size()) == page.total;
  all ? LoadAllParts(sql, page.courses) : LoadParts(sql, page.courses);
  return page;
}

}  // namespace academy::catalog
