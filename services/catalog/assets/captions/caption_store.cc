#include "services/catalog/assets/captions/caption_store.h"

#include <algorithm>
#include <tuple>

#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/errors.h"
#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

struct CaptionRow {
  CaptionRecord record;
  int is_default = 0;

  auto Columns() { return std::tie(record.lang, record.label, record.path, is_default); }
  CaptionRecord ToRecord() const {
    CaptionRecord captions = record;
    captions.is_default = is_default != 0;
    return captions;
  }
};

const CaptionRecord* Find(const AssetRecord& asset, const std::string& lang) {
  auto found = std::find_if(asset.captions.begin(), asset.captions.end(),
                            [&](const CaptionRecord& captions) { return captions.lang == lang; });
  return found == asset.captions.end() ? nullptr : &*found;
}

void SetDefault(soci::session& sql, const std::string& asset_id, const std::string& lang) {
  Execute(sql, "UPDATE captions SET is_default = CASE WHEN lang = :lang THEN 1 ELSE 0 END WHERE asset_id = :id", lang,
          asset_id);
}

std::string KeyOf(const AssetRecord& asset, const CaptionRecord& captions) {
  return MediaFolder(asset.id) + "/" + captions.path;
}

}  // namespace

std::vector<CaptionRecord> ListCaptions(soci::session& sql, const std::string& asset_id) {
  return Query<CaptionRow>(sql, "SELECT lang, label, path, is_default FROM captions WHERE asset_id = :id ORDER BY lang",
                           asset_id);
}

void PutCaptions(soci::session& sql, const AssetRecord& asset, const CaptionRecord& captions, UnixMillis now) {
  Execute(sql,
          "INSERT INTO captions (asset_id, lang, label, path) VALUES (:id, :lang, :label, :path)"
          " ON CONFLICT (asset_id, lang) DO UPDATE SET label = excluded.label, path = excluded.path",
          asset.id, captions.lang, captions.label, captions.path);
  if (captions.is_default || asset.captions.empty()) SetDefault(sql, asset.id, captions.lang);
  CancelBlobRemoval(sql, KeyOf(asset, captions));
  if (const CaptionRecord* replaced = Find(asset, captions.lang); replaced != nullptr) {
    ScheduleBlobRemoval(sql, KeyOf(asset, *replaced), now);
  }
}

absl::Status DeleteCaptions(soci::session& sql, const AssetRecord& asset, const std::string& lang, UnixMillis now) {
  const CaptionRecord* deleted = Find(asset, lang);
  if (deleted == nullptr) return error::CaptionsNotFound();
  Execute(sql, "DELETE FROM captions WHERE asset_id = :id AND lang = :lang", asset.id, lang);
  if (deleted->is_default) {
    auto next = std::find_if(asset.captions.begin(), asset.captions.end(),
                             [&](const CaptionRecord& captions) { return captions.lang != lang; });
    if (next != asset.captions.end()) SetDefault(sql, asset.id, next->lang);
  }
  ScheduleBlobRemoval(sql, KeyOf(asset, *deleted), now);
  return absl::OkStatus();
}

}  // namespace academy::catalog
