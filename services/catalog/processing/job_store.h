// The durable queue of assets that wait to be processed, stage by stage.
//
// Thread-safe; several processes may share it, since a claim is a lease that ends by itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/records.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

class JobStore {
 public:
  // Attempts after which a stage that never came to an end is given up.
  static constexpr int kMaxAttempts = 3;
  // How long a claim holds without a word of progress.
  static constexpr UnixMillis kLease = 10 * 60 * 1000;

  JobStore(Database& database, ChangeFeed& feed, const Clock& clock)
      : database_(database), feed_(feed), clock_(clock) {}

  // Where no other process can hold one (SQLite), ends all leases: what a crash left behind goes on at once.
  absl::Status EndOldLeases();

  // Takes the next due job of the queue, those that cannot be watched yet first; its lease begins, and its asset is
  // `processing` unless it is ready. Nothing when none is due. A stage that was begun kMaxAttempts times fails
  // instead, or, of an asset that is ready, is left out.
  absl::StatusOr<std::optional<JobRecord>> Claim(JobQueue queue);
  // Jobs that are not at their end.
  absl::StatusOr<int64_t> Count();
  // When the queue's next job is due, if there is any.
  absl::StatusOr<std::optional<UnixMillis>> NextDue(JobQueue queue);
  // What was made so far. NOT_FOUND asset_not_found when the asset was deleted, as for all that follow.
  absl::StatusOr<ProcessedMedia> Made(const std::string& asset_id);

  // Prolongs the lease. Per cent of the stage.
  absl::Status Progress(const std::string& asset_id, int percent);
  // The stage is done, and `next` waits; the asset is `queued` unless it is ready.
  absl::Status Advance(const std::string& asset_id, Stage next);
  // The asset can be watched: it is `ready`, and Stage::kPictures waits.
  absl::Status Publish(const std::string& asset_id, const ProcessedMedia& media);
  // Adds to a ready asset.
  absl::Status SetThumbnails(const std::string& asset_id, const std::string& thumbnails);
  absl::Status AddRenditions(const std::string& asset_id, const std::vector<RenditionRecord>& renditions);
  // Ends the job of a ready asset.
  absl::Status Finish(const std::string& asset_id);
  // For good; `reason` is for managers.
  absl::Status Fail(const std::string& asset_id, const std::string& reason);
  // Puts the job back: to be tried again after `delay`, or, as if it had not begun, by whoever comes next.
  absl::Status Retry(const std::string& asset_id, UnixMillis delay);
  absl::Status GiveBack(const std::string& asset_id);

 private:
  Database& database_;
  ChangeFeed& feed_;
  const Clock& clock_;
};

}  // namespace academy::catalog
