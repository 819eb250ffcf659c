#include "services/catalog/site/site_picture_store.h"

#include "services/platform/db/query.h"

namespace academy::catalog {

void InsertSitePicture(soci::session& sql, const std::string& image, UnixMillis now) {
  Execute(sql, "INSERT INTO site_pictures (image, created_at, unused_since) VALUES (:image, :now, :unused)", image, now,
          now);
}

std::vector<SitePicture> ListSitePictures(soci::session& sql) {
  return Query<SitePicture>(sql, "SELECT image, unused_since FROM site_pictures ORDER BY image");
}

void StoreUse(soci::session& sql, const SitePicture& picture) {
  Execute(sql, "UPDATE site_pictures SET unused_since = :unused WHERE image = :image", picture.unused_since,
          picture.image);
}

void DeleteSitePicture(soci::session& sql, const std::string& image) {
  Execute(sql, "DELETE FROM site_pictures WHERE image = :image", image);
}

}  // namespace academy::catalog
