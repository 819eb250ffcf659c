// Takes course pictures in: checks and re-encodes them, and stores them under names of our own.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/catalog/assets/asset_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class PictureStore {
 public:
  // `folder` takes the files of the moment; it is emptied here.
  PictureStore(Blobs& blobs, AssetStore& assets, const Clock& clock, std::filesystem::path folder);

  // Stores the picture and returns its key, `images/<uuid>.webp`; PictureKeys names its other files. They are reserved,
  // so that they go away unless a course takes them. Errors as MakePictures.
  absl::StatusOr<std::string> Take(std::string_view content);

  // Ends what is running.
  void Stop() { stop_.request_stop(); }

 private:
  Blobs& blobs_;
  AssetStore& assets_;
  const Clock& clock_;
  const std::filesystem::path folder_;
  std::stop_source stop_;
};

}  // namespace academy::catalog
