// Stores course pictures: checks and re-encodes the sent file and stores it under a new name.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/catalog/deps.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class PictureStore {
 public:
  // `deps` and `blobs` must outlive the store. `folder` is for temporary files; the constructor empties it.
  PictureStore(const Deps& deps, Blobs& blobs, std::filesystem::path folder);

  // Stores the picture and returns its key, `images/<uuid>.webp`; see picture_blobs.h. The picture is reserved in its
  // own transaction and removed unless a course uses it. Blocks while encoding. Errors as MakePictures.
  absl::StatusOr<std::string> Add(std::string_view content);

  // Cancels running encodings.
  void Stop() { stop_.request_stop(); }

 private:
  const Deps& deps_;
  Blobs& blobs_;
  const std::filesystem::path folder_;
  std::stop_source stop_;
};

}  // namespace academy::catalog
