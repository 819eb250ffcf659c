// Course pictures: what was sent is checked by its content and re-encoded, so that nothing of the sender's file (name,
// place, hidden payload) is kept.
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

// One of the files that a picture is made into.
struct PictureFile {
  // What follows the picture's name: `.webp`, `-640.webp`, `.jpg`, `-640.jpg`.
  std::string ending;
  std::string content;
};

// Reads JPEG, PNG, WebP or AVIF and returns it in two widths, 1280 and 640 pixels at most, each as WebP and, on white
// where it is transparent, as JPEG. Works in `folder`, which must be empty and is left so. OUT_OF_RANGE image_too_large
// beyond kMaxPicture or 50 million pixels; INVALID_ARGUMENT image_invalid for anything that is not a picture of
// these kinds; CANCELLED.
absl::StatusOr<std::vector<PictureFile>> MakePictures(std::string_view content, const std::filesystem::path& folder,
                                                      const std::stop_token& stop);

}  // namespace academy::catalog
