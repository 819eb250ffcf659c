#include "services/catalog/courses/picture_store.h"

#include <utility>
#include <vector>

#include "services/catalog/media/pictures.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::catalog {

namespace fs = std::filesystem;

PictureStore::PictureStore(Blobs& blobs, AssetStore& assets, const Clock& clock, fs::path folder)
    : blobs_(blobs), assets_(assets), clock_(clock), folder_(std::move(folder)) {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::create_directories(folder_, ignored);
}

absl::StatusOr<std::string> PictureStore::Take(std::string_view content) {
  std::string id = NewId(clock_.Now());
  std::error_code error;
  fs::create_directory(folder_ / id, error);
  if (error) return absl::UnavailableError("cannot make a folder for the image");
  absl::StatusOr<std::vector<PictureFile>> files = MakePictures(content, folder_ / id, stop_.get_token());
  fs::remove_all(folder_ / id, error);
  RETURN_IF_ERROR(files.status());
  std::string key = "images/" + id + ".webp";
  RETURN_IF_ERROR(assets_.ReserveBlobs(PictureKeys(key)));
  for (const PictureFile& file : *files) RETURN_IF_ERROR(blobs_.Put("images/" + id + file.ending, file.content));
  return key;
}

}  // namespace academy::catalog
