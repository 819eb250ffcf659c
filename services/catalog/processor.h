// Makes of one uploaded file what players need, and stores it among the blobs.
//
// Layout below media/<asset id>/: master.m3u8, v0/index.m3u8, v0/init.mp4, v0/seg-00000.m4s ..., poster.jpg,
// thumbnails.jpg, thumbnails.vtt. Segments are sealed (see hls.h); the key is returned, never stored here.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "services/catalog/records.h"
#include "services/common/blobs/blobs.h"

namespace academy::catalog {

class Processor {
 public:
  // `jobs` exists; each job works in a folder of its own in it, on the disk of the uploads.
  Processor(Blobs& blobs, std::filesystem::path jobs) : blobs_(blobs), jobs_(std::move(jobs)) {}

  // Reads `source`, which stays. INVALID_ARGUMENT with a reason for managers when the file is at fault, CANCELLED when
  // stopped; anything else may pass with another try.
  absl::StatusOr<ProcessedMedia> Process(const std::string& asset_id, const std::filesystem::path& source,
                                         const std::function<void(int percent)>& on_progress,
                                         const std::stop_token& stop);

  // Removes what a crash left behind. Only while nothing is processed.
  void RemoveOldJobs();

 private:
  absl::StatusOr<ProcessedMedia> Make(const std::filesystem::path& folder,
                                      const std::function<void(int percent)>& on_progress, const std::stop_token& stop);
  absl::Status Store(const std::string& asset_id, const std::filesystem::path& folder);

  Blobs& blobs_;
  const std::filesystem::path jobs_;
};

}  // namespace academy::catalog
