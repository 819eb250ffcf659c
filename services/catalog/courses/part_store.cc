#include "services/catalog/courses/part_store.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_rows.h"
#include "services/catalog/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

namespace academy::catalog {
namespace {

using CoursesById = std::unordered_map<std::string_view, CourseRecord*>;

#define ACADEMY_SELECT_PARTS                                                                                 \
  "SELECT p.id, p.course_id, p.title, p.description, p.asset_id, a.status, a.progress, a.error, a.duration," \
  " p.revision FROM parts p LEFT JOIN assets a ON a.id = p.asset_id"
#define ACADEMY_PARTS_ORDER " ORDER BY p.course_id, p.ordinal"

struct PartRow {
  PartRecord part;
  std::string course_id;
  // NULL for a part without a video; `error` also for a video without an error.
  std::optional<std::string> asset_id;
  std::optional<std::string> status;
  std::optional<int> progress;
  std::optional<std::string> error;
  std::optional<double> duration;

  auto Columns() {
    return std::tie(part.id, course_id, part.title, part.description, asset_id, status, progress, error, duration,
                    part.revision);
  }
};

struct PartAssetRow {
  std::string id;
  std::optional<std::string> asset_id;

  auto Columns() { return std::tie(id, asset_id); }
  std::pair<std::string, std::string> ToRecord() const { return {id, asset_id.value_or("")}; }
};

CoursesById IndexById(std::vector<CourseRecord>& courses) {
  CoursesById by_id;
  for (CourseRecord& course : courses) by_id.emplace(course.id, &course);
  return by_id;
}

PartRecord TakePart(PartRow& row) {
  PartRecord part = std::move(row.part);
  if (!row.asset_id.has_value()) return part;
  part.video = {.asset_id = *std::move(row.asset_id),
                .status = *std::move(row.status),
                .progress = *row.progress,
                .error = std::move(row.error),
                .duration = *row.duration};
  return part;
}

void AddParts(std::vector<PartRow> rows, const CoursesById& courses) {
  for (PartRow& row : rows) {
    auto course = courses.find(row.course_id);
    if (course != courses.end()) course->second->parts.push_back(TakePart(row));
  }
}

// Maps each part id of the course to its asset's id, empty for none.
std::unordered_map<std::string, std::string> FindPartAssets(soci::session& sql, const std::string& course_id) {
  auto parts =
      Query<PartAssetRow>(sql, "SELECT id, asset_id FROM parts WHERE course_id = :course ORDER BY id", course_id);
  return {parts.begin(), parts.end()};
}

absl::Status RequireAssets(soci::session& sql, const std::vector<PartDraft>& drafts) {
  for (const PartDraft& draft : drafts) {
    if (draft.asset_id.empty()) continue;
    if (!AssetExists(sql, draft.asset_id) || IsInBin(sql, draft.asset_id)) return error::AssetNotFound(draft.asset_id);
  }
  return absl::OkStatus();
}

std::optional<std::string> AssetOf(const PartDraft& draft) {
  return draft.asset_id.empty() ? std::nullopt : std::optional(draft.asset_id);
}

void InsertPart(soci::session& sql, const std::string& course_id, const std::string& id, int ordinal,
                const PartDraft& draft) {
  Execute(sql,
          "INSERT INTO parts (id, course_id, ordinal, title, description, asset_id)"
          " VALUES (:id, :course, :ordinal, :title, :description, :asset)",
          id, course_id, ordinal, draft.title, draft.description, AssetOf(draft));
}

void UpdatePart(soci::session& sql, int ordinal, const PartDraft& draft) {
  Execute(sql,
          "UPDATE parts SET revision = revision + CASE WHEN title = :same_title AND description = :same_description"
          " AND COALESCE(asset_id, '') = :same_asset THEN 0 ELSE 1 END,"
          " ordinal = :ordinal, title = :title, description = :description, asset_id = :asset WHERE id = :id",
          draft.title, draft.description, draft.asset_id, ordinal, draft.title, draft.description, AssetOf(draft),
          draft.id);
}

absl::Status PartNotFound(int ordinal, const std::string& id) {
  return ValidationError({{"parts[" + std::to_string(ordinal) + "]._id", "part_not_found",
                           "The course has no part " + id + ", or it is listed twice"}});
}

}  // namespace

void LoadParts(soci::session& sql, std::vector<CourseRecord>& courses) {
  CoursesById by_id = IndexById(courses);
  for (size_t begin = 0; begin < courses.size(); begin += kMaxBoundIds) {
    auto batch = std::span(courses).subspan(begin, std::min(kMaxBoundIds, courses.size() - begin));
    std::vector<std::string> ids;
    for (const CourseRecord& course : batch) ids.push_back(course.id);
    QueryBuilder query(ACADEMY_SELECT_PARTS " WHERE p.course_id IN ");
    query.AddIds(ids).Add(ACADEMY_PARTS_ORDER);
    AddParts(query.Run<PartRow>(sql), by_id);
  }
}

void LoadAllParts(soci::session& sql, std::vector<CourseRecord>& courses) {
  AddParts(Query<PartRow>(sql, ACADEMY_SELECT_PARTS ACADEMY_PARTS_ORDER), IndexById(courses));
}

absl::Status SetParts(soci::session& sql, const std::string& course_id, const std::vector<PartDraft>& drafts,
                      UnixMillis now) {
  RETURN_IF_ERROR(RequireAssets(sql, drafts));
  std::unordered_map<std::string, std::string> unlisted = FindPartAssets(sql, course_id);
  std::set<std::string> assets;
  for (const auto& [id, asset_id] : unlisted) assets.insert(asset_id);

  int ordinal = 0;
  for (const PartDraft& draft : drafts) {
    assets.insert(draft.asset_id);
    if (draft.id.empty()) {
      InsertPart(sql, course_id, NewId(now), ordinal, draft);
    } else if (unlisted.erase(draft.id) == 1) {
      UpdatePart(sql, ordinal, draft);
    } else {
      return PartNotFound(ordinal, draft.id);
    }
    ++ordinal;
  }
  for (const auto& [id, asset_id] : unlisted) Execute(sql, "DELETE FROM parts WHERE id = :id", id);
  // The entry of parts without an asset.
  assets.erase("");
  for (const std::string& asset_id : assets) UpdateAssetUse(sql, asset_id, now);
  return absl::OkStatus();
}

absl::Status SetPartVideo(soci::session& sql, const std::string& course_id, const std::string& part_id,
                          const std::string& asset_id, UnixMillis now) {
  std::unordered_map<std::string, std::string> assets = FindPartAssets(sql, course_id);
  auto part = assets.find(part_id);
  if (part == assets.end()) return error::PartNotFound(part_id);
  if (!AssetExists(sql, asset_id) || IsInBin(sql, asset_id)) return error::AssetNotFound(asset_id);
  Execute(sql, "UPDATE parts SET asset_id = :asset, revision = revision + 1 WHERE id = :id", asset_id, part_id);
  const std::string& earlier = part->second;
  if (!earlier.empty()) UpdateAssetUse(sql, earlier, now);
  UpdateAssetUse(sql, asset_id, now);
  return absl::OkStatus();
}

void CountLossOfVideo(soci::session& sql, const std::string& asset_id) {
  Execute(
      sql,
      "UPDATE courses SET revision = revision + 1 WHERE id IN (SELECT course_id FROM parts WHERE asset_id = :asset)",
      asset_id);
  Execute(sql, "UPDATE parts SET revision = revision + 1 WHERE asset_id = :asset", asset_id);
}

}  // namespace academy::catalog
