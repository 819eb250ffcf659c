#include "services/catalog/processing/media_store.h"

#include <optional>
#include <tuple>

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/errors.h"
#include "services/platform/db/query.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {

namespace {

struct MediaRow {
  ProcessedMedia media;
  std::string key;

  auto Columns() {
    return std::tie(media.duration, media.width, media.height, media.hls, media.poster, media.thumbnails, key);
  }
};

struct RenditionRow {
  RenditionRecord record;

  auto Columns() { return std::tie(record.height, record.bitrate); }
  RenditionRecord ToRecord() const { return record; }
};

}  // namespace

absl::StatusOr<ProcessedMedia> FindMedia(soci::session& sql, const std::string& asset_id) {
  auto row = QueryOne<MediaRow>(
      sql, "SELECT duration, width, height, hls, poster, thumbnails, content_key FROM assets WHERE id = :id", asset_id);
  if (!row.has_value()) return error::AssetNotFound(asset_id);
  ProcessedMedia media = row->media;
  if (!Base64Decode(row->key, media.key)) return absl::DataLossError("a media key cannot be read");
  media.renditions = Query<RenditionRow>(
      sql, "SELECT height, bitrate FROM renditions WHERE asset_id = :id ORDER BY height DESC", asset_id);
  return media;
}

absl::Status StoreMedia(soci::session& sql, const std::string& asset_id, const ProcessedMedia& media) {
  Execute(sql,
          "UPDATE assets SET duration = :duration, width = :width, height = :height, hls = :hls,"
          " poster = :poster, thumbnails = :thumbnails, content_key = :key WHERE id = :id",
          media.duration, media.width, media.height, media.hls, media.poster, media.thumbnails, Base64(media.key),
          asset_id);
  Execute(sql, "DELETE FROM renditions WHERE asset_id = :id", asset_id);
  return AddRenditions(sql, asset_id, media.renditions);
}

absl::Status SetThumbnails(soci::session& sql, const std::string& asset_id, const std::string& thumbnails) {
  auto updated = QueryOne<std::string>(sql, "UPDATE assets SET thumbnails = :thumbnails WHERE id = :id RETURNING id",
                                       thumbnails, asset_id);
  return updated.has_value() ? absl::OkStatus() : error::AssetNotFound(asset_id);
}

absl::Status SetPlaylist(soci::session& sql, const std::string& asset_id, const std::string& hls) {
  auto updated = QueryOne<std::string>(sql, "UPDATE assets SET hls = :hls WHERE id = :id RETURNING id", hls, asset_id);
  return updated.has_value() ? absl::OkStatus() : error::AssetNotFound(asset_id);
}

absl::Status AddRenditions(soci::session& sql, const std::string& asset_id,
                           const std::vector<RenditionRecord>& renditions) {
  if (!AssetExists(sql, asset_id)) return error::AssetNotFound(asset_id);
  for (const RenditionRecord& rendition : renditions) {
    Execute(sql,
            "INSERT INTO renditions (asset_id, height, bitrate) VALUES (:id, :height, :bitrate)"
            " ON CONFLICT (asset_id, height) DO UPDATE SET bitrate = excluded.bitrate",
            asset_id, rendition.height, rendition.bitrate);
  }
  return absl::OkStatus();
}

}  // namespace academy::catalog
