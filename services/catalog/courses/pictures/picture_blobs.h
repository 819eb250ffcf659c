// The blobs of course pictures. A course stores the key of one of them, `images/<uuid>.webp`.
//
// Functions with a session run in their caller's transaction and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

// Returns the keys of a picture's four blobs: 1280 and 640 pixels wide, each as WebP and, for browsers without WebP, as
// JPEG.
std::vector<std::string> PictureKeys(const std::string& image);

// Schedules the removal of the picture unless KeepPicture is called first. For blobs that are written before the change
// that refers to them.
void ReservePicture(soci::session& sql, const std::string& image, UnixMillis now);
// Cancels that removal, because a course uses the picture.
void KeepPicture(soci::session& sql, const std::string& image);
// Schedules the removal of the picture soon.
void RemovePicture(soci::session& sql, const std::string& image, UnixMillis now);

}  // namespace academy::catalog
