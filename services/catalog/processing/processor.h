// Creates the playback files of an upload and stores them as blobs, stage by stage; docs/architecture.md describes the
// stages and the layout. Segments are encrypted (see hls.h); keys are never stored as blobs.
//
// Thread-safe. Every stage blocks until it is done, and may be repeated: it replaces the results of an interrupted
// attempt.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/media/encoder.h"
#include "services/catalog/media/video_info.h"
#include "services/catalog/processing/processed_media.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class Processor {
 public:
  struct Task {
    std::string asset_id;
    // Makes the uploaded file available as a new file at `path`, which is not written; CANCELLED if `stop` asks for it.
    std::function<absl::Status(const std::filesystem::path& path, const std::stop_token& stop)> place_source;
    std::function<void(int percent)> on_progress;
  };

  // `jobs` must exist, on the same disk as uploads in files; each task works in its own folder in it. `blobs` must
  // outlive the processor.
  Processor(Blobs& blobs, std::filesystem::path jobs) : blobs_(blobs), jobs_(std::move(jobs)) {}

  // Errors of every stage: MediaError if the file is at fault; ABORTED processing_crashed if it may be; CANCELLED if
  // stopped; any other is an outage, after which the stage may succeed.

  // Copies the streams. Returns nullopt if the file must be encoded.
  absl::StatusOr<std::optional<ProcessedMedia>> Copy(const Task& task, const std::stop_token& stop);
  // Encodes to all sizes.
  absl::StatusOr<ProcessedMedia> Encode(const Task& task, const std::stop_token& stop);
  // Creates the sprite of thumbnails. Returns the asset's `thumbnails`.
  absl::StatusOr<std::string> MakeThumbnails(const Task& task, const ProcessedMedia& made, const std::stop_token& stop);
  // Whether smaller sizes can be added to `made`.
  static bool NeedsLadder(const ProcessedMedia& made);
  // Adds smaller sizes and returns them.
  absl::StatusOr<std::vector<RenditionRecord>> AddLadder(const Task& task, const ProcessedMedia& made,
                                                         const std::stop_token& stop);

  // Deletes task folders left by a crash. Call only while nothing is being processed.
  void RemoveOldJobs();

 private:
  // Encrypts `renditions` and writes the master playlist and the poster. FAILED_PRECONDITION if a segment is longer
  // than `longest_segment` seconds.
  absl::StatusOr<ProcessedMedia> Finish(const EncodeJob& job, const VideoInfo& source,
                                        const std::vector<VideoInfo>& renditions, double longest_segment,
                                        const std::stop_token& stop);
  absl::Status Store(const Task& task, const std::filesystem::path& folder);
  absl::Status RemoveRenditions(const std::string& asset_id, int from);

  Blobs& blobs_;
  const std::filesystem::path jobs_;
};

}  // namespace academy::catalog
