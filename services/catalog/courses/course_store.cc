#include "services/catalog/courses/course_store.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_rows.h"
#include "services/catalog/courses/pictures/picture_blobs.h"
#include "services/catalog/courses/search_text.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

namespace academy::catalog {
namespace {

// Returns the text that searches match.
std::string SearchText(const std::string& title_folded, const std::string& description) {
  return title_folded + "\n" + FoldForSearch(description);
}

void FetchCourses(soci::session& sql, std::span<const std::string> ids,
                  std::unordered_map<std::string, CourseRecord>& found) {
  QueryBuilder query("SELECT " ACADEMY_COURSE_COLUMNS " FROM courses WHERE " ACADEMY_COURSE_NOT_BINNED " AND id IN ");
  query.AddIds(ids);
  for (CourseRow& row : query.Run<CourseRow>(sql)) found.emplace(row.record.id, std::move(row.record));
}

}  // namespace

std::optional<CourseRecord> FindCourse(soci::session& sql, const std::string& id) {
  std::vector<CourseRecord> courses = FindCourses(sql, {id});
  if (courses.empty()) return std::nullopt;
  return std::move(courses.front());
}

std::optional<CourseRecord> FindBinnedCourse(soci::session& sql, const std::string& id) {
  auto row = QueryOne<CourseRow>(sql,
                                 "SELECT " ACADEMY_COURSE_COLUMNS
                                 " FROM courses WHERE id = :id AND id IN (SELECT course_id FROM binned_courses)",
                                 id);
  if (!row.has_value()) return std::nullopt;
  std::vector<CourseRecord> course = {std::move(row->record)};
  LoadParts(sql, course);
  return std::move(course.front());
}

std::vector<CourseRecord> FindCourses(soci::session& sql, const std::vector<std::string>& ids) {
  std::unordered_map<std::string, CourseRecord> found;
  for (size_t begin = 0; begin < ids.size(); begin += kMaxBoundIds) {
    FetchCourses(sql, std::span(ids).subspan(begin, std::min(kMaxBoundIds, ids.size() - begin)), found);
  }
  std::vector<CourseRecord> courses;
  for (const std::string& id : ids) {
    auto course = found.find(id);
    if (course == found.end()) continue;
    courses.push_back(std::move(course->second));
    found.erase(course);
  }
  LoadParts(sql, courses);
  return courses;
}

absl::StatusOr<CourseRecord> InsertCourse(soci::session& sql, const NewCourse& course, UnixMillis now) {
  std::string id = NewId(now);
  std::string title_folded = FoldForSearch(course.title);
  Execute(sql,
          "INSERT INTO courses (id, title, title_folded, description, search_text, image, created_at, updated_at)"
          " VALUES (:id, :title, :folded, :description, :search, :image, :created, :updated)",
          id, course.title, title_folded, course.description, SearchText(title_folded, course.description),
          course.image, now, now);
  if (course.image.has_value()) KeepPicture(sql, *course.image);
  RETURN_IF_ERROR(SetParts(sql, id, course.parts, now));
  return *FindCourse(sql, id);
}

absl::StatusOr<CourseRecord> UpdateCourse(soci::session& sql, const CourseRecord& course, const CourseChange& change,
                                          UnixMillis now) {
  std::string title = change.title.value_or(course.title);
  std::string description = change.description.value_or(course.description);
  std::string title_folded = FoldForSearch(title);
  Execute(sql,
          "UPDATE courses SET title = :title, title_folded = :folded, description = :description,"
          " search_text = :search, updated_at = :now, revision = revision + 1 WHERE id = :id",
          title, title_folded, description, SearchText(title_folded, description), now, course.id);
  if (change.parts.has_value()) RETURN_IF_ERROR(SetParts(sql, course.id, *change.parts, now));
  return *FindCourse(sql, course.id);
}

absl::StatusOr<CourseRecord> SetCoursePartVideo(soci::session& sql, const CourseRecord& course,
                                                const std::string& part_id, const std::string& asset_id,
                                                UnixMillis now) {
  RETURN_IF_ERROR(SetPartVideo(sql, course.id, part_id, asset_id, now));
  Execute(sql, "UPDATE courses SET updated_at = :now, revision = revision + 1 WHERE id = :id", now, course.id);
  return *FindCourse(sql, course.id);
}

CourseRecord SetCourseImage(soci::session& sql, const CourseRecord& course, const std::string& image, UnixMillis now) {
  Execute(sql, "UPDATE courses SET image = :image, updated_at = :now, revision = revision + 1 WHERE id = :id", image,
          now, course.id);
  KeepPicture(sql, image);
  if (course.image.has_value()) RemovePicture(sql, *course.image, now);
  return *FindCourse(sql, course.id);
}

std::vector<std::string> DeleteCourse(soci::session& sql, const CourseRecord& course, UnixMillis now) {
  Execute(sql, "DELETE FROM courses WHERE id = :id", course.id);
  if (course.image.has_value()) RemovePicture(sql, *course.image, now);
  std::set<std::string> assets;
  for (const PartRecord& part : course.parts) {
    if (part.video.has_value()) assets.insert(part.video->asset_id);
  }
  std::vector<std::string> deleted;
  for (const std::string& asset_id : assets) {
    if (QueryValue<int>(sql, "SELECT COUNT(*) FROM parts WHERE asset_id = :asset", asset_id) > 0) continue;
    DeleteAsset(sql, asset_id, now);
    deleted.push_back(asset_id);
  }
  return deleted;
}

}  // namespace academy::catalog
