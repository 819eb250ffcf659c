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
    // The folder in the asset's folder that only this attempt stores to, so that no other replaces or removes its
    // files; empty where one process does all, which replaces what an interrupted attempt of its own left.
    std::string attempt;
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
  struct Ladder {
    // The smaller sizes.
    std::vector<RenditionRecord> renditions;
    // The asset's `hls` with them.
    std::string hls;
  };
  // Adds smaller sizes.
  absl::StatusOr<Ladder> AddLadder(const Task& task, const ProcessedMedia& made, const std::stop_token& stop);

  // Deletes task folders left by a crash. Call only while nothing is being processed.
  void RemoveOldJobs();

 private:
  // Encrypts `renditions` and writes the master playlist and the poster. FAILED_PRECONDITION if a segment is longer
  // than `longest_segment` seconds.
  absl::StatusOr<ProcessedMedia> Finish(const Task& task, const EncodeJob& job, const VideoInfo& source,
                                        const std::vector<VideoInfo>& renditions, double longest_segment,
                                        const std::stop_token& stop);
  absl::Status Store(const Task& task, const std::filesystem::path& folder);
  // Where attempts share a folder, removes the renditions of an earlier one.
  absl::Status RemoveRenditions(const Task& task, int from);
  // Stores the ladder's files and its master playlist.
  absl::Status StoreLadder(const Task& task, const std::filesystem::path& folder, const std::string& without,
                           const std::string& with_ladder);

  Blobs& blobs_;
  const std::filesystem::path jobs_;
};

}  // namespace academy::catalog
