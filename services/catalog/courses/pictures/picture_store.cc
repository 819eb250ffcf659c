#include "services/catalog/courses/pictures/picture_store.h"

#include <utility>
#include <vector>

#include "services/catalog/courses/pictures/picture_blobs.h"
#include "services/catalog/media/pictures.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::catalog {

namespace fs = std::filesystem;

PictureStore::PictureStore(const Deps& deps, Blobs& blobs, fs::path folder)
    : deps_(deps), blobs_(blobs), folder_(std::move(folder)) {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::create_directories(folder_, ignored);
}

absl::StatusOr<std::string> PictureStore::Add(std::string_view content) {
  std::string id = NewId(deps_.clock.Now());
  std::error_code error;
  fs::create_directory(folder_ / id, error);
  if (error) return absl::UnavailableError("cannot make a folder for the image");
  absl::StatusOr<std::vector<PictureFile>> files = MakePictures(content, folder_ / id, stop_.get_token());
  fs::remove_all(folder_ / id, error);
  RETURN_IF_ERROR(files.status());
  std::string image = "images/" + id + ".webp";
  // The reservation alone is removed in time.
  ApartWrites apart;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    ReservePicture(tx.sql(), image, deps_.clock.Now());
    return absl::OkStatus();
  }));
  for (const PictureFile& file : *files) RETURN_IF_ERROR(blobs_.Put("images/" + id + file.ending, file.content));
  return image;
}

}  // namespace academy::catalog
