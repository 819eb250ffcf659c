// Makes of one uploaded file what players need, and stores it among the blobs, stage by stage; docs/architecture.md
// tells the stages and the layout. Segments are sealed (see hls.h); keys are never stored here.
//
// Thread-safe. Every stage may be done again: it puts right what an attempt that broke off left.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/media/encoder.h"
#include "services/catalog/media/probe.h"
#include "services/catalog/records.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class Processor {
 public:
  struct Task {
    std::string asset_id;
    // The uploaded file, which stays.
    std::filesystem::path source;
    std::function<void(int percent)> on_progress;
  };

  // `jobs` exists; each task works in a folder of its own in it, on the disk of the uploads.
  Processor(Blobs& blobs, std::filesystem::path jobs) : blobs_(blobs), jobs_(std::move(jobs)) {}

  // Every stage: INVALID_ARGUMENT with a reason for managers when the file is at fault, CANCELLED when stopped;
  // anything else may pass with another try.

  // Copies the streams. Nothing when the file must be encoded.
  absl::StatusOr<std::optional<ProcessedMedia>> Copy(const Task& task, const std::stop_token& stop);
  // Encodes to all sizes.
  absl::StatusOr<ProcessedMedia> Encode(const Task& task, const std::stop_token& stop);
  // Makes the sprite; returns `thumbnails` of the asset.
  absl::StatusOr<std::string> MakeThumbnails(const Task& task, const ProcessedMedia& made, const std::stop_token& stop);
  // Whether what was made can have smaller sizes added.
  static bool WantsLadder(const ProcessedMedia& made);
  // Adds them; returns the new ones.
  absl::StatusOr<std::vector<RenditionRecord>> AddLadder(const Task& task, const ProcessedMedia& made,
                                                         const std::stop_token& stop);

  // Removes what a crash left behind. Only while nothing is processed.
  void RemoveOldJobs();

 private:
  // Seals `renditions` and puts the asset's media together. FAILED_PRECONDITION when a segment is longer than
  // `longest_segment`, in seconds.
  absl::StatusOr<ProcessedMedia> Finish(const EncodeJob& job, const VideoInfo& source,
                                        const std::vector<VideoInfo>& renditions, double longest_segment,
                                        const std::stop_token& stop);
  absl::Status Store(const std::string& asset_id, const std::filesystem::path& folder);
  absl::Status RemoveRenditions(const std::string& asset_id, int from);

  Blobs& blobs_;
  const std::filesystem::path jobs_;
};

}  // namespace academy::catalog
