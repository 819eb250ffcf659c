#include "services/catalog/courses/course_queries.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "services/catalog/courses/search_text.h"
#include "services/catalog/errors.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {
namespace {

// Ids bound to one statement.
constexpr size_t kBatch = 500;

constexpr char kColumns[] = "SELECT id, title, description, image, created_at, updated_at, title_folded FROM courses ";

const char* Column(CourseSort sort) {
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

// `(:i0, :i1, ...)`.
std::string Placeholders(size_t count) {
  std::string text = "(";
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? ":i" : ", :i") + std::to_string(i);
  return text + ")";
}

// One row of kColumns, bound to a statement.
class CourseRow {
 public:
  void Bind(soci::statement& statement) {
    statement.exchange(soci::into(course_.id));
    statement.exchange(soci::into(course_.title));
    statement.exchange(soci::into(course_.description));
    statement.exchange(soci::into(image_, has_image_));
    statement.exchange(soci::into(created_at_));
    statement.exchange(soci::into(updated_at_));
    statement.exchange(soci::into(title_folded_));
  }

  CourseRecord Take() const {
    CourseRecord course = course_;
    if (has_image_ == soci::i_ok) course.image = image_;
    course.created_at = created_at_;
    course.updated_at = updated_at_;
    return course;
  }

  std::string CursorFor(CourseSort sort) const {
    std::string value = sort == CourseSort::kTitle       ? title_folded_
                        : sort == CourseSort::kUpdatedAt ? std::to_string(updated_at_)
                                                         : std::to_string(created_at_);
    return Base64Url(course_.id + "\n" + value);
  }

 private:
  CourseRecord course_;
  std::string image_;
  soci::indicator has_image_ = soci::i_null;
  long long created_at_ = 0;
  long long updated_at_ = 0;
  std::string title_folded_;
};

class PartRow {
 public:
  // `filter` follows FROM ... with the ids bound by the caller.
  static std::string Sql(const std::string& filter) {
    return "SELECT p.id, p.course_id, p.title, p.description, p.asset_id, a.status, a.progress, a.error, a.duration "
           "FROM parts p LEFT JOIN assets a ON a.id = p.asset_id " +
           filter + " ORDER BY p.course_id, p.ordinal";
  }

  void Bind(soci::statement& statement) {
    statement.exchange(soci::into(part_.id));
    statement.exchange(soci::into(course_id_));
    statement.exchange(soci::into(part_.title));
    statement.exchange(soci::into(part_.description));
    statement.exchange(soci::into(video_.asset_id, has_video_));
    statement.exchange(soci::into(video_.status, has_status_));
    statement.exchange(soci::into(video_.progress, has_progress_));
    statement.exchange(soci::into(error_, has_error_));
    statement.exchange(soci::into(video_.duration, has_duration_));
  }

  const std::string& course_id() const { return course_id_; }

  PartRecord Take() const {
    PartRecord part = part_;
    if (has_video_ != soci::i_ok) return part;
    part.video = video_;
    if (has_error_ == soci::i_ok) part.video->error = error_;
    return part;
  }

 private:
  PartRecord part_;
  std::string course_id_;
  VideoRecord video_;
  std::string error_;
  soci::indicator has_video_ = soci::i_null;
  soci::indicator has_status_ = soci::i_null;
  soci::indicator has_progress_ = soci::i_null;
  soci::indicator has_error_ = soci::i_null;
  soci::indicator has_duration_ = soci::i_null;
};

void FetchParts(soci::statement& statement, PartRow& row,
                const std::unordered_map<std::string, CourseRecord*>& courses) {
  statement.execute();
  while (statement.fetch()) {
    auto course = courses.find(row.course_id());
    if (course != courses.end()) course->second->parts.push_back(row.Take());
  }
}

// Fills in the parts of `courses`; `all` when they are all that there are.
void LoadParts(soci::session& sql, std::vector<CourseRecord>& courses, bool all) {
  std::unordered_map<std::string, CourseRecord*> by_id;
  for (CourseRecord& course : courses) by_id.emplace(course.id, &course);
  if (all) {
    soci::statement statement(sql);
    PartRow row;
    row.Bind(statement);
    statement.alloc();
    statement.prepare(PartRow::Sql(""));
    statement.define_and_bind();
    return FetchParts(statement, row, by_id);
  }
  for (size_t begin = 0; begin < courses.size(); begin += kBatch) {
    size_t count = std::min(kBatch, courses.size() - begin);
    soci::statement statement(sql);
    PartRow row;
    row.Bind(statement);
    for (size_t i = 0; i < count; ++i) statement.exchange(soci::use(courses[begin + i].id));
    statement.alloc();
    statement.prepare(PartRow::Sql("WHERE p.course_id IN " + Placeholders(count)));
    statement.define_and_bind();
    FetchParts(statement, row, by_id);
  }
}

// Where the page begins: after the course `id`, whose sorted column has `value`.
struct Cursor {
  std::string id;
  std::string value;
  long long number = 0;
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

}  // namespace

absl::StatusOr<CoursePage> QueryCourses(soci::session& sql, const CourseListQuery& query) {
  CoursePage page;
  std::string pattern = LikePattern(query.search);
  std::string filter = query.search.empty() ? "" : "WHERE search_text LIKE :pattern ESCAPE '\\' ";
  long long total = 0;
  {
    soci::statement count(sql);
    count.exchange(soci::into(total));
    if (!filter.empty()) count.exchange(soci::use(pattern));
    count.alloc();
    count.prepare("SELECT COUNT(*) FROM courses " + filter);
    count.define_and_bind();
    count.execute(true);
  }
  page.total = total;

  Cursor cursor;
  std::string column = Column(query.sort);
  std::string direction = query.descending ? " DESC" : " ASC";
  std::string text = kColumns + filter;
  if (!query.cursor.empty()) {
    if (!ReadCursor(query.cursor, query.sort, cursor)) return error::CursorInvalid();
    text +=
        (filter.empty() ? "WHERE (" : "AND (") + column + ", id) " + (query.descending ? "<" : ">") + " (:value, :id) ";
  }
  text += "ORDER BY " + column + direction + ", id" + direction;
  // One row more than asked tells whether there is a next page.
  int rows = query.limit + 1;
  if (query.limit > 0) text += " LIMIT :rows";

  soci::statement statement(sql);
  CourseRow row;
  row.Bind(statement);
  if (!filter.empty()) statement.exchange(soci::use(pattern));
  if (!query.cursor.empty()) {
    if (query.sort == CourseSort::kTitle) {
      statement.exchange(soci::use(cursor.value));
    } else {
      statement.exchange(soci::use(cursor.number));
    }
    statement.exchange(soci::use(cursor.id));
  }
  if (query.limit > 0) statement.exchange(soci::use(rows));
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  statement.execute();
  std::string last;
  while (statement.fetch()) {
    if (query.limit > 0 && page.courses.size() == static_cast<size_t>(query.limit)) {
      page.next_cursor = last;
      break;
    }
    page.courses.push_back(row.Take());
    if (query.limit > 0) last = row.CursorFor(query.sort);
  }
  LoadParts(sql, page.courses, static_cast<int64_t>(page.courses.size()) == page.total && query.search.empty());
  return page;
}

std::vector<CourseRecord> QueryCoursesById(soci::session& sql, const std::vector<std::string>& ids) {
  std::unordered_map<std::string, CourseRecord> found;
  for (size_t begin = 0; begin < ids.size(); begin += kBatch) {
    size_t count = std::min(kBatch, ids.size() - begin);
    soci::statement statement(sql);
    CourseRow row;
    row.Bind(statement);
    for (size_t i = 0; i < count; ++i) statement.exchange(soci::use(ids[begin + i]));
    statement.alloc();
    statement.prepare(kColumns + std::string("WHERE id IN ") + Placeholders(count));
    statement.define_and_bind();
    statement.execute();
    while (statement.fetch()) {
      CourseRecord course = row.Take();
      std::string id = course.id;
      found.emplace(std::move(id), std::move(course));
    }
  }
  std::vector<CourseRecord> courses;
  for (const std::string& id : ids) {
    auto course = found.find(id);
    if (course == found.end()) continue;
    courses.push_back(std::move(course->second));
    found.erase(course);
  }
  LoadParts(sql, courses, /*all=*/false);
  return courses;
}

}  // namespace academy::catalog
