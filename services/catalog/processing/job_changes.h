// The state changes of jobs: each updates the job, its asset's status and, in the feed, the courses that use the asset,
// in one transaction.
//
// A stage that the file makes fail ends the job; a stage that an outage stops waits, and does not count as an attempt.
// A failed job remains with the uploaded file until it succeeds or the file is removed.
//
// Each function runs in its caller's transaction and may throw as SOCI does. NOT_FOUND asset_not_found if the asset was
// deleted; the caller must then roll back. Those that take a claimed job return CANCELLED, and change nothing, if it
// was ended or claimed by another worker meanwhile: this one was silent for longer than its lease.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processed_media.h"
#include "services/catalog/processing/retry_policy.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// A stage whose program crashes is abandoned after this many attempts.
inline constexpr int kMaxJobAttempts = 3;
// How long a job stays a worker's that does not renew its lease, and how often it does: a process that died is replaced
// soon, and three renewals may fail.
inline constexpr absl::Duration kJobLease = absl::Minutes(1);
inline constexpr absl::Duration kLeaseRenewal = absl::Seconds(15);

// Why a stage ended without a result.
struct JobFailure {
  // A code; see retry_policy.h and MediaFault.
  std::string reason;
  // For managers, in English.
  std::string message;
};

struct ClaimRequest {
  JobQueue queue = JobQueue::kQuick;
  // The jobs at which the caller's process works, whose leases are extended.
  std::vector<HeldJob> running;
  RetryPolicy retry;
};
// Leases the first due job of the queue and sets its asset to `processing` unless it is ready. Returns nullopt if none
// is due. `blocked` says why a job cannot begin now, if so; it then waits, as does one whose worker died in the middle.
absl::StatusOr<std::optional<JobRecord>> ClaimJob(
    Transaction& tx, ChangeFeed& feed, const ClaimRequest& request,
    absl::FunctionRef<std::optional<JobFailure>(soci::session& sql, const JobRecord& job)> blocked, UnixMillis now);
// Extends the leases. Returns the jobs that are no longer held: their workers must stop.
std::vector<HeldJob> RenewLeases(Transaction& tx, const std::vector<HeldJob>& running, UnixMillis now);
// Extends the lease and stores the stage's progress in per cent.
absl::Status RecordJobProgress(Transaction& tx, const JobRecord& job, int percent, UnixMillis now);
// Store what a stage has made for a ready asset. They return as SetThumbnails and AddRenditions do.
absl::Status StoreThumbnails(Transaction& tx, const JobRecord& job, const std::string& thumbnails);
absl::Status StoreRenditions(Transaction& tx, const JobRecord& job, const std::vector<RenditionRecord>& added);
// Completes the stage: queues the stage `next`, and sets the asset to `queued` unless it is ready. This and the next
// two also end the waits of other jobs.
absl::Status AdvanceJob(Transaction& tx, const JobRecord& job, Stage next, UnixMillis now);
// Makes the asset `ready`, which can then be watched, and queues Stage::kPictures.
absl::Status PublishMedia(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const ProcessedMedia& media,
                          UnixMillis now);
// Ends the job of a ready asset. Returns whether all its stages succeeded; otherwise it failed, and may be restarted.
absl::StatusOr<bool> FinishJob(Transaction& tx, const JobRecord& job, UnixMillis now);

// Ends the stage as failed, and with it the job; only after Stage::kPictures the next stage follows. An asset that is
// ready stays ready.
absl::Status FailJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& failure,
                     UnixMillis now);
// Schedules another attempt after a failure that may be the file's fault; fails the job after the last one.
absl::Status RetryJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& failure,
                      const RetryPolicy& retry, UnixMillis now);
// Schedules the stage that an outage stopped, without counting an attempt; fails the job after the policy's max_wait.
absl::Status PostponeJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& outage,
                         const RetryPolicy& retry, UnixMillis now);
// Returns the job after the stage was stopped: any worker may start it again at once.
absl::Status HandBackJob(Transaction& tx, const JobRecord& job, UnixMillis now);

// Begins at once what failed or waits; changes nothing about what is at work or done. Returns whether it changed
// something. FAILED_PRECONDITION source_gone if it needs the uploaded file and `has_source` is false.
absl::StatusOr<bool> RestartJob(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, bool has_source,
                                UnixMillis now);

}  // namespace academy::catalog
