// The state changes that workers make: each updates the job, its asset's status and, in the feed, the courses that use
// the asset, in one transaction.
//
// Each function runs in its caller's transaction and may throw as SOCI does. NOT_FOUND asset_not_found if the asset was
// deleted; the caller must then roll back.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processed_media.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// A stage is abandoned after this many attempts without an end.
inline constexpr int kMaxJobAttempts = 3;
// How long a worker keeps a job without reporting progress.
inline constexpr absl::Duration kJobLease = absl::Minutes(10);

// Leases the first due job of the queue and sets its asset to `processing` unless it is ready. Returns nullopt if none
// is due. A stage that was started kMaxJobAttempts times is abandoned: the asset fails or, if it is ready, stays ready
// without the stage's results.
absl::StatusOr<std::optional<JobRecord>> ClaimJob(Transaction& tx, ChangeFeed& feed, JobQueue queue, UnixMillis now);
// Extends the lease and stores the stage's progress in per cent.
absl::Status RecordJobProgress(Transaction& tx, const std::string& asset_id, int percent, UnixMillis now);
// Completes the stage: queues the stage `next`, and sets the asset to `queued` unless it is ready.
absl::Status AdvanceJob(Transaction& tx, const std::string& asset_id, Stage next, UnixMillis now);
// Makes the asset `ready`, which can then be watched, and queues Stage::kPictures.
absl::Status PublishMedia(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, const ProcessedMedia& media,
                          UnixMillis now);
// Ends the job of a ready asset.
absl::Status FinishJob(Transaction& tx, const std::string& asset_id);
// Ends the job of an asset that cannot be processed. Managers see `reason`.
absl::Status FailJob(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, const std::string& reason);
// Schedules another attempt of the failed stage at `due_at`, and sets the asset to `queued` unless it is ready.
absl::Status RetryJob(Transaction& tx, const std::string& asset_id, UnixMillis due_at);
// Returns the job after the stage was stopped: the attempt does not count, and any worker may start it again at once.
absl::Status HandBackJob(Transaction& tx, const std::string& asset_id, UnixMillis now);

}  // namespace academy::catalog
