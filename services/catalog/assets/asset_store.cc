#include "services/catalog/assets/asset_store.h"

#include <tuple>
#include <utility>

#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/assets/captions/caption_store.h"
#include "services/catalog/errors.h"
#include "services/platform/db/query.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {
namespace {

constexpr size_t kKeyBytes = 16;

struct AssetRow {
  AssetRecord record;

  auto Columns() {
    return std::tie(record.id, record.filename, record.status, record.progress, record.error, record.duration,
                    record.width, record.height, record.size, record.hls, record.poster, record.thumbnails,
                    record.reason, record.failed_stage);
  }
  AssetRecord ToRecord() const { return record; }
};

struct RenditionRow {
  RenditionRecord record;

  auto Columns() { return std::tie(record.height, record.bitrate); }
  RenditionRecord ToRecord() const { return record; }
};

struct UploadInWorkRow {
  UploadInWork record;

  auto Columns() {
    return std::tie(record.asset_id, record.filename, record.status, record.progress, record.error, record.reason,
                    record.failed_stage, record.size, record.part_id, record.part_title, record.course_id,
                    record.course_title);
  }
  UploadInWork ToRecord() const { return record; }
};

// Of assets `a` with their jobs `j`. A failed stage whose uploaded file is gone cannot be tried again.
#define ACADEMY_FAILURE_COLUMNS                                                    \
  "COALESCE(j.waiting_for, CASE WHEN j.failed_at IS NOT NULL THEN j.failure END)," \
  " CASE WHEN j.failed_at IS NULL OR j.source_gone = 1 THEN NULL"                  \
  " WHEN j.failed_stage = 0 THEN 'prepare' WHEN j.failed_stage = 1 THEN 'encode'"  \
  " WHEN j.failed_stage = 2 THEN 'pictures' ELSE 'ladder' END"

// Without its renditions and captions.
std::optional<AssetRecord> FindAssetAlone(soci::session& sql, const std::string& id) {
  return QueryOne<AssetRow>(sql,
                            "SELECT a.id, a.filename, a.status, a.progress, a.error, a.duration, a.width, a.height,"
                            " a.size, a.hls, a.poster, a.thumbnails, " ACADEMY_FAILURE_COLUMNS
                            " FROM assets a LEFT JOIN jobs j ON j.asset_id = a.id WHERE a.id = :id",
                            id);
}

std::vector<RenditionRecord> ListRenditions(soci::session& sql, const std::string& asset_id) {
  return Query<RenditionRow>(sql, "SELECT height, bitrate FROM renditions WHERE asset_id = :id ORDER BY height",
                             asset_id);
}

// `updated` is the id that an UPDATE returned.
absl::Status FoundOrNot(const std::optional<std::string>& updated, const std::string& id) {
  return updated.has_value() ? absl::OkStatus() : error::AssetNotFound(id);
}

}  // namespace

void InsertAsset(soci::session& sql, const std::string& id, const std::string& filename, int64_t size, UnixMillis now) {
  Execute(sql,
          "INSERT INTO assets (id, filename, status, progress, duration, width, height, size, hls, poster,"
          " thumbnails, content_key, created_at, unused_since)"
          " VALUES (:id, :filename, :status, 0, 0, 0, 0, :size, '', '', '', '', :now, :unused)",
          id, filename, kUploading, size, now, now);
}

void DeleteAsset(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "DELETE FROM assets WHERE id = :id", id);
  ScheduleBlobRemoval(sql, MediaFolder(id), now);
}

bool AssetExists(soci::session& sql, const std::string& id) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM assets WHERE id = :id", id) > 0;
}

bool IsInBin(soci::session& sql, const std::string& id) {
  return QueryValue<int>(sql,
                         "SELECT CASE WHEN EXISTS (SELECT 1 FROM parts WHERE asset_id = :id AND course_id IN"
                         " (SELECT course_id FROM binned_courses)) AND NOT EXISTS (SELECT 1 FROM parts"
                         " WHERE asset_id = :same AND course_id NOT IN (SELECT course_id FROM binned_courses))"
                         " THEN 1 ELSE 0 END",
                         id, id) != 0;
}

std::optional<AssetRecord> FindAsset(soci::session& sql, const std::string& id) {
  std::optional<AssetRecord> asset = FindAssetAlone(sql, id);
  if (!asset.has_value()) return asset;
  asset->renditions = ListRenditions(sql, id);
  asset->captions = ListCaptions(sql, id);
  return asset;
}

std::vector<AssetRecord> FindReadyAssets(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<AssetRecord> assets;
  for (const std::string& id : ids) {
    std::optional<AssetRecord> asset = FindAssetAlone(sql, id);
    if (!asset.has_value() || asset->status != kReady) continue;
    asset->captions = ListCaptions(sql, id);
    assets.push_back(*std::move(asset));
  }
  return assets;
}

absl::StatusOr<std::string> FindAssetKey(soci::session& sql, const std::string& id) {
  if (IsInBin(sql, id)) return error::AssetNotFound(id);
  std::optional<std::string> text =
      QueryOne<std::string>(sql, "SELECT content_key FROM assets WHERE id = :id AND status = :status", id, kReady);
  if (!text.has_value()) return error::AssetNotFound(id);
  std::string key;
  if (!Base64Decode(*text, key) || key.size() != kKeyBytes) return absl::DataLossError("a media key cannot be read");
  return key;
}

std::vector<UploadInWork> ListUploadsInWork(soci::session& sql, int limit) {
  // The conditions are literals, so that their partial indexes are used. Ids increase with time.
  return Query<UploadInWorkRow>(
      sql,
      "SELECT a.id, a.filename, a.status, a.progress, a.error, " ACADEMY_FAILURE_COLUMNS
      ", a.size, COALESCE(p.id, ''), COALESCE(p.title, ''), COALESCE(c.id, ''), COALESCE(c.title, '')"
      " FROM assets a LEFT JOIN jobs j ON j.asset_id = a.id"
      " LEFT JOIN parts p ON p.asset_id = a.id AND p.course_id NOT IN (SELECT course_id FROM binned_courses)"
      " LEFT JOIN courses c ON c.id = p.course_id"
      " WHERE a.id IN (SELECT id FROM assets WHERE status <> 'ready'"
      " UNION SELECT asset_id FROM jobs WHERE failed_at IS NOT NULL)"
      " AND NOT (p.id IS NULL AND EXISTS (SELECT 1 FROM parts b WHERE b.asset_id = a.id))"
      " ORDER BY a.id DESC, p.id LIMIT :limit",
      limit);
}

absl::Status SetAssetStatus(soci::session& sql, const std::string& id, const std::string& status, int progress,
                            const std::optional<std::string>& error) {
  auto updated = QueryOne<std::string>(
      sql, "UPDATE assets SET status = :status, progress = :progress, error = :error WHERE id = :id RETURNING id",
      status, progress, error, id);
  return FoundOrNot(updated, id);
}

absl::Status SetAssetStatusUnlessReady(soci::session& sql, const std::string& id, const std::string& status) {
  auto updated = QueryOne<std::string>(
      sql,
      "UPDATE assets SET status = CASE WHEN status = :ready THEN status ELSE :status END, progress = 0"
      " WHERE id = :id RETURNING id",
      kReady, status, id);
  return FoundOrNot(updated, id);
}

absl::Status SetAssetProgress(soci::session& sql, const std::string& id, int progress) {
  auto updated =
      QueryOne<std::string>(sql, "UPDATE assets SET progress = :progress WHERE id = :id RETURNING id", progress, id);
  return FoundOrNot(updated, id);
}

void UpdateAssetUse(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql,
          "UPDATE assets SET unused_since = CASE WHEN EXISTS (SELECT 1 FROM parts WHERE asset_id = assets.id)"
          " THEN NULL ELSE COALESCE(unused_since, CAST(:now AS BIGINT)) END WHERE id = :id",
          now, id);
}

std::vector<std::string> ListUnusedAssets(soci::session& sql, UnixMillis before) {
  return Query<std::string>(
      sql,
      "SELECT id FROM assets WHERE unused_since < :before AND status <> :uploading AND NOT EXISTS"
      " (SELECT 1 FROM jobs WHERE asset_id = assets.id AND source_gone = 0) ORDER BY id LIMIT 100",
      before, kUploading);
}

}  // namespace academy::catalog
