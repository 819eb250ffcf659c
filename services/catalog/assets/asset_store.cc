#include "services/catalog/assets/asset_store.h"

#include <algorithm>

#include "services/catalog/errors.h"
#include "services/catalog/store_steps.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {
namespace {

// Long enough for any request that makes the blob.
constexpr UnixMillis kReservation = 60 * 60 * 1000;

bool ReadColumns(soci::session& sql, const std::string& id, AssetRecord& asset) {
  std::string error;
  soci::indicator has_error = soci::i_null;
  long long size = 0;
  sql << "SELECT id, filename, status, progress, error, duration, width, height, size, hls, poster, thumbnails "
         "FROM assets WHERE id = :id",
      soci::use(id), soci::into(asset.id), soci::into(asset.filename), soci::into(asset.status),
      soci::into(asset.progress), soci::into(error, has_error), soci::into(asset.duration), soci::into(asset.width),
      soci::into(asset.height), soci::into(size), soci::into(asset.hls), soci::into(asset.poster),
      soci::into(asset.thumbnails);
  if (!sql.got_data()) return false;
  if (has_error == soci::i_ok) asset.error = error;
  asset.size = size;
  return true;
}

void ReadRenditions(soci::session& sql, AssetRecord& asset) {
  RenditionRecord rendition;
  long long bitrate = 0;
  soci::statement statement =
      (sql.prepare << "SELECT height, bitrate FROM renditions WHERE asset_id = :id ORDER BY height",
       soci::use(asset.id), soci::into(rendition.height), soci::into(bitrate));
  statement.execute();
  while (statement.fetch()) {
    rendition.bitrate = bitrate;
    asset.renditions.push_back(rendition);
  }
}

void ReadCaptions(soci::session& sql, AssetRecord& asset) {
  CaptionRecord captions;
  int is_default = 0;
  soci::statement statement =
      (sql.prepare << "SELECT lang, label, path, is_default FROM captions WHERE asset_id = :id ORDER BY lang",
       soci::use(asset.id), soci::into(captions.lang), soci::into(captions.label), soci::into(captions.path),
       soci::into(is_default));
  statement.execute();
  while (statement.fetch()) {
    captions.is_default = is_default != 0;
    asset.captions.push_back(captions);
  }
}

absl::StatusOr<AssetRecord> Read(soci::session& sql, const std::string& id) {
  AssetRecord asset;
  if (!ReadColumns(sql, id, asset)) return error::AssetNotFound(id);
  ReadRenditions(sql, asset);
  ReadCaptions(sql, asset);
  return asset;
}

const CaptionRecord* Find(const AssetRecord& asset, const std::string& lang) {
  for (const CaptionRecord& captions : asset.captions) {
    if (captions.lang == lang) return &captions;
  }
  return nullptr;
}

void SetDefaultCaptions(Transaction& tx, const std::string& asset_id, const std::string& lang) {
  tx.sql() << "UPDATE captions SET is_default = CASE WHEN lang = :lang THEN 1 ELSE 0 END WHERE asset_id = :id",
      soci::use(lang), soci::use(asset_id);
}

std::string BlobOf(const std::string& asset_id, const CaptionRecord& captions) {
  return MediaFolder(asset_id) + "/" + captions.path;
}

}  // namespace

absl::StatusOr<AssetRecord> AssetStore::Get(const std::string& id) {
  return database_.Read([&](soci::session& sql) { return Read(sql, id); });
}

absl::StatusOr<std::vector<AssetRecord>> AssetStore::GetReady(const std::vector<std::string>& ids) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<AssetRecord>> {
    std::vector<AssetRecord> assets;
    for (const std::string& id : ids) {
      AssetRecord asset;
      if (!ReadColumns(sql, id, asset) || asset.status != kReady) continue;
      ReadCaptions(sql, asset);
      assets.push_back(std::move(asset));
    }
    return assets;
  });
}

absl::StatusOr<std::vector<UploadInWork>> AssetStore::InWork(int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<UploadInWork>> {
    std::vector<UploadInWork> uploads;
    UploadInWork upload;
    std::string error;
    soci::indicator has_error = soci::i_null;
    long long size = 0;
    // The status stands in the text, so that its index serves. Ids grow with time.
    soci::statement statement =
        (sql.prepare
             << "SELECT a.id, a.filename, a.status, a.progress, a.error, a.size, COALESCE(p.id, ''), "
                "COALESCE(p.title, ''), COALESCE(c.id, ''), COALESCE(c.title, '') "
                "FROM assets a LEFT JOIN parts p ON p.asset_id = a.id LEFT JOIN courses c ON c.id = p.course_id "
                "WHERE a.status <> 'ready' ORDER BY a.id DESC, p.id LIMIT :limit",
         soci::use(limit), soci::into(upload.asset_id), soci::into(upload.filename), soci::into(upload.status),
         soci::into(upload.progress), soci::into(error, has_error), soci::into(size), soci::into(upload.part_id),
         soci::into(upload.part_title), soci::into(upload.course_id), soci::into(upload.course_title));
    statement.execute();
    while (statement.fetch()) {
      upload.error = has_error == soci::i_ok ? std::optional(error) : std::nullopt;
      upload.size = size;
      uploads.push_back(upload);
    }
    return uploads;
  });
}

absl::StatusOr<std::string> AssetStore::GetKey(const std::string& id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::string> {
    std::string text, key;
    std::string status = kReady;
    sql << "SELECT content_key FROM assets WHERE id = :id AND status = :status", soci::use(id), soci::use(status),
        soci::into(text);
    if (!sql.got_data()) return error::AssetNotFound(id);
    if (!Base64Decode(text, key) || key.size() != 16) return absl::DataLossError("a media key cannot be read");
    return key;
  });
}

absl::StatusOr<AssetRecord> AssetStore::PutCaptions(const Caller& caller, const std::string& id,
                                                    const CaptionRecord& captions) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<AssetRecord> {
    ASSIGN_OR_RETURN(AssetRecord asset, Read(tx.sql(), id));
    tx.sql() << "INSERT INTO captions (asset_id, lang, label, path) VALUES (:id, :lang, :label, :path) "
                "ON CONFLICT (asset_id, lang) DO UPDATE SET label = excluded.label, path = excluded.path",
        soci::use(id), soci::use(captions.lang), soci::use(captions.label), soci::use(captions.path);
    if (captions.is_default || asset.captions.empty()) SetDefaultCaptions(tx, id, captions.lang);
    KeepBlob(tx, BlobOf(id, captions));
    if (const CaptionRecord* old = Find(asset, captions.lang); old != nullptr) {
      RemoveBlobLater(tx, BlobOf(id, *old), clock_.Now());
    }
    audit_.Add(tx, caller,
               {.action = "captions.uploaded",
                .subject = {.kind = "asset", .id = id, .name = asset.filename},
                .details = {{"lang", captions.lang}, {"label", captions.label}}});
    return Read(tx.sql(), id);
  });
}

absl::StatusOr<AssetRecord> AssetStore::DeleteCaptions(const Caller& caller, const std::string& id,
                                                       const std::string& lang) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<AssetRecord> {
    ASSIGN_OR_RETURN(AssetRecord asset, Read(tx.sql(), id));
    const CaptionRecord* old = Find(asset, lang);
    if (old == nullptr) return error::CaptionsNotFound();
    tx.sql() << "DELETE FROM captions WHERE asset_id = :id AND lang = :lang", soci::use(id), soci::use(lang);
    if (old->is_default) {
      auto heir = std::find_if(asset.captions.begin(), asset.captions.end(),
                               [&](const CaptionRecord& captions) { return captions.lang != lang; });
      if (heir != asset.captions.end()) SetDefaultCaptions(tx, id, heir->lang);
    }
    RemoveBlobLater(tx, BlobOf(id, *old), clock_.Now());
    audit_.Add(tx, caller,
               {.action = "captions.deleted",
                .subject = {.kind = "asset", .id = id, .name = asset.filename},
                .details = {{"lang", lang}}});
    return Read(tx.sql(), id);
  });
}

absl::StatusOr<std::vector<std::string>> AssetStore::DeleteUnused(UnixMillis before) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<std::string>> {
    std::vector<std::string> ids;
    {
      std::string id;
      long long limit = before;
      // An upload that goes on has its own, shorter, time.
      std::string uploading = kUploading;
      soci::statement statement = (tx.sql().prepare << "SELECT id FROM assets WHERE unused_since < :before "
                                                       "AND status <> :uploading ORDER BY id LIMIT 100",
                                   soci::use(limit), soci::use(uploading), soci::into(id));
      statement.execute();
      while (statement.fetch()) ids.push_back(id);
    }
    for (const std::string& id : ids) DeleteAsset(tx, feed_, id, clock_.Now());
    return ids;
  });
}

absl::Status AssetStore::ReserveBlobs(const std::vector<std::string>& keys) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    for (const std::string& key : keys) RemoveBlobLater(tx, key, clock_.Now() + kReservation);
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::string>> AssetStore::DueBlobRemovals(int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
    std::vector<std::string> keys;
    std::string key;
    long long now = clock_.Now();
    soci::statement statement =
        (sql.prepare << "SELECT key FROM blob_removals WHERE due_at <= :now ORDER BY due_at, key LIMIT :limit",
         soci::use(now), soci::use(limit), soci::into(key));
    statement.execute();
    while (statement.fetch()) keys.push_back(key);
    return keys;
  });
}

absl::Status AssetStore::BlobRemoved(const std::string& key) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    KeepBlob(tx, key);
    return absl::OkStatus();
  });
}

}  // namespace academy::catalog
