#include "services/catalog/removals/needed_files_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

struct AssetFile {
  std::string asset_id;
  std::string name;

  auto Columns() { return std::tie(asset_id, name); }
};

}  // namespace

NeededFiles ListNeededFiles(soci::session& sql) {
  NeededFiles files;
  files.blobs = Query<std::string>(sql, "SELECT image FROM courses WHERE image <> '' ORDER BY image");
  // A backup may be of a release before there were pictures of the site.
  if (QueryOne<int>(sql, "SELECT MAX(version) FROM schema_migrations").value_or(0) >= 14) {
    std::vector<std::string> of_site = Query<std::string>(sql, "SELECT image FROM site_pictures ORDER BY image");
    files.blobs.insert(files.blobs.end(), of_site.begin(), of_site.end());
  }
  std::vector<AssetFile> of_assets =
      Query<AssetFile>(sql,
                       "SELECT id, hls FROM assets WHERE hls <> '' UNION ALL"
                       " SELECT id, poster FROM assets WHERE poster <> '' UNION ALL"
                       " SELECT id, thumbnails FROM assets WHERE thumbnails <> '' UNION ALL"
                       " SELECT asset_id, path FROM captions ORDER BY 1, 2");
  for (const AssetFile& file : of_assets) files.blobs.push_back("media/" + file.asset_id + "/" + file.name);
  files.uploads = Query<std::string>(sql,
                                     "SELECT u.asset_id FROM uploads u JOIN jobs j ON j.asset_id = u.asset_id"
                                     " WHERE u.complete = 1 AND j.source_gone = 0 AND NOT EXISTS"
                                     " (SELECT 1 FROM upload_objects WHERE asset_id = u.asset_id) ORDER BY u.asset_id");
  // An empty one has no blob.
  for (const std::string& id :
       Query<std::string>(sql,
                          "SELECT u.asset_id FROM uploads u JOIN jobs j ON j.asset_id = u.asset_id"
                          " JOIN upload_objects o ON o.asset_id = u.asset_id"
                          " WHERE u.complete = 1 AND u.length > 0 AND j.source_gone = 0 ORDER BY u.asset_id")) {
    files.blobs.push_back("uploads/" + id + "/source");
  }
  return files;
}

}  // namespace academy::catalog
