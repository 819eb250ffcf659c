// Checks and re-encodes course pictures, so that nothing else of the sent file remains (its name, its location, a
// hidden payload).
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::catalog {

// Bytes.
inline constexpr size_t kMaxPicture = 5 * 1024 * 1024;

// One of the files that a picture is encoded to.
struct PictureFile {
  // Suffix of the picture's name: `.webp`, `-640.webp`, `.jpg`, `-640.jpg`.
  std::string ending;
  std::string content;
};

// Accepts JPEG, PNG, WebP or AVIF and returns it at widths of at most 1280 and 640 pixels, each as WebP and as JPEG
// (transparent areas become white). Works in `folder`, which must be empty and is left empty. OUT_OF_RANGE
// image_too_large beyond kMaxPicture or 50 million pixels; INVALID_ARGUMENT image_invalid for anything that is not such
// a picture; CANCELLED.
absl::StatusOr<std::vector<PictureFile>> MakePictures(std::string_view content, const std::filesystem::path& folder,
                                                      const std::stop_token& stop);

}  // namespace academy::catalog
