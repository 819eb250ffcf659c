#include "services/catalog/courses/pictures/picture_blobs.h"

#include "services/catalog/assets/blob_removals.h"

namespace academy::catalog {

std::vector<std::string> PictureKeys(const std::string& image) {
  std::string stem = image.substr(0, image.rfind('.'));
  return {image, stem + "-640.webp", stem + ".jpg", stem + "-640.jpg"};
}

void ReservePicture(soci::session& sql, const std::string& image, UnixMillis now) {
  for (const std::string& key : PictureKeys(image)) ReserveBlob(sql, key, now);
}

void KeepPicture(soci::session& sql, const std::string& image) {
  for (const std::string& key : PictureKeys(image)) CancelBlobRemoval(sql, key);
}

void RemovePicture(soci::session& sql, const std::string& image, UnixMillis now) {
  for (const std::string& key : PictureKeys(image)) ScheduleBlobRemoval(sql, key, now);
}

}  // namespace academy::catalog
