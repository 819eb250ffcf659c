#include "services/catalog/courses/lists/course_page.h"

#include <utility>

#include "services/catalog/courses/course_rows.h"
#include "services/catalog/courses/part_store.h"
#include "services/catalog/courses/search_text.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

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

// An empty `pattern` matches all courses.
int64_t CountCourses(soci::session& sql, const std::string& pattern) {
  if (pattern.empty()) return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM courses WHERE " ACADEMY_COURSE_NOT_BINNED);
  return QueryValue<int64_t>(
      sql, "SELECT COUNT(*) FROM courses WHERE " ACADEMY_COURSE_NOT_BINNED " AND " ACADEMY_COURSE_MATCHES, pattern);
}

QueryBuilder PageQuery(const CourseListQuery& query, const std::string& pattern, const CourseCursor& cursor) {
  QueryBuilder page("SELECT " ACADEMY_COURSE_COLUMNS " FROM courses WHERE " ACADEMY_COURSE_NOT_BINNED);
  if (!pattern.empty()) page.Add(" AND " ACADEMY_COURSE_MATCHES, pattern);
  const char* column = ColumnOf(query.sort);
  if (!query.cursor.empty()) {
    page.Add(" AND (").Add(column).Add(query.descending ? ", id) < (" : ", id) > (");
    query.sort == CourseSort::kTitle ? page.Add(":value", cursor.title) : page.Add(":value", cursor.time);
    page.Add(", :id)", cursor.id);
  }
  page.Add(" ORDER BY ").Add(column).Add(query.descending ? " DESC, id DESC" : " ASC, id ASC");
  // One row more than the page shows whether there is a next page.
  if (query.limit > 0) page.Add(" LIMIT :rows", query.limit + 1);
  return page;
}

void FetchPage(soci::session& sql, const CourseListQuery& query, const std::string& pattern, const CourseCursor& cursor,
               CoursePage& page) {
  std::vector<CourseRow> rows = PageQuery(query, pattern, cursor).Run<CourseRow>(sql);
  if (query.limit > 0 && rows.size() > static_cast<size_t>(query.limit)) {
    rows.pop_back();
    page.next_cursor = CursorAfter(rows.back().record, query.sort);
  }
  page.courses.reserve(rows.size());
  for (CourseRow& row : rows) page.courses.push_back(std::move(row.record));
}

}  // namespace

std::string CursorAfter(const CourseRecord& course, CourseSort sort) {
  int64_t time = sort == CourseSort::kUpdatedAt ? course.updated_at : course.created_at;
  return MakeCourseCursor({.id = course.id, .title = FoldForSearch(course.title), .time = time}, sort);
}

absl::StatusOr<CoursePage> QueryCourses(soci::session& sql, const CourseListQuery& query) {
  CourseCursor cursor;
  if (!query.cursor.empty()) {
    ASSIGN_OR_RETURN(cursor, ParseCourseCursor(query.cursor, query.sort));
  }
  std::string pattern = query.search.empty() ? "" : LikePattern(query.search);
  CoursePage page;
  page.total = CountCourses(sql, pattern);
  FetchPage(sql, query, pattern, cursor, page);
  bool all = query.search.empty() && static_cast<int64_t>(page.courses.size()) == page.total;
  all ? LoadAllParts(sql, page.courses) : LoadParts(sql, page.courses);
  return page;
}

}  // namespace academy::catalog
