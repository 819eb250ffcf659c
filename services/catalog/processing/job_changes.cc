#include "services/catalog/processing/job_changes.h"

#include <algorithm>

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/errors.h"
#include "services/catalog/processing/media_store.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

UnixMillis LeaseEnd(UnixMillis now) { return now + kJobLease; }

bool IsWatchable(Stage stage) { return stage == Stage::kPictures || stage == Stage::kLadder; }

// The job's worker, or its whole process, died.
JobFailure Interrupted() { return {kInterrupted, "The video could not be processed: it was interrupted too often"}; }

// OK also if the asset was deleted, which the change itself finds.
absl::Status RequireClaim(soci::session& sql, const JobRecord& job) {
  std::optional<JobRecord> stored = FindJob(sql, job.asset_id);
  bool held = stored.has_value() ? stored->started && stored->claim == job.claim : !AssetExists(sql, job.asset_id);
  return held ? absl::OkStatus() : absl::CancelledError("the job belongs to another worker");
}

absl::Status Fail(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& failure, UnixMillis now) {
  const std::string& id = job.asset_id;
  SetFailedStage(tx.sql(), id, job.stage, failure.reason);
  if (job.stage == Stage::kPictures) {
    // A video without thumbnails is playable, and its smaller sizes are still wanted.
    SetJobStage(tx.sql(), id, Stage::kLadder, now);
    return SetAssetStatusUnlessReady(tx.sql(), id, kQueued);
  }
  SetJobFailed(tx.sql(), id, now);
  RETURN_IF_ERROR(IsWatchable(job.stage) ? SetAssetStatus(tx.sql(), id, kReady, 100)
                                         : SetAssetStatus(tx.sql(), id, kFailed, 0, failure.message));
  AppendAssetChanged(tx, feed, id);
  return absl::OkStatus();
}

absl::Status Postpone(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& outage,
                      const RetryPolicy& retry, UnixMillis now) {
  JobRecord waiting = job;
  ++waiting.waits;
  // The clock may have been set back meanwhile.
  waiting.waiting_since = std::min(job.waiting_since.value_or(now), now);
  waiting.waiting_for = outage.reason;
  bool too_long = now - *waiting.waiting_since >= absl::ToInt64Milliseconds(retry.max_wait);
  if (too_long && waiting.waits > retry.min_waits) return Fail(tx, feed, job, outage, now);
  SetJobWaiting(tx.sql(), waiting, now + retry.PauseAfter(waiting.waits, outage.reason, job.asset_id));
  return SetAssetStatusUnlessReady(tx.sql(), job.asset_id, kQueued);
}

}  // namespace

absl::StatusOr<std::optional<JobRecord>> ClaimJob(
    Transaction& tx, ChangeFeed& feed, const ClaimRequest& request,
    absl::FunctionRef<std::optional<JobFailure>(soci::session& sql, const JobRecord& job)> blocked, UnixMillis now) {
  RenewLeases(tx, request.running, now);
  while (true) {
    std::optional<JobRecord> job = FindDueJob(tx.sql(), request.queue, now);
    if (!job.has_value()) return std::nullopt;
    std::optional<JobFailure> outage = job->started ? Interrupted() : blocked(tx.sql(), *job);
    if (outage.has_value()) {
      RETURN_IF_ERROR(Postpone(tx, feed, *job, *outage, request.retry, now));
      continue;
    }
    job->started = true;
    ++job->claim;
    job->waiting_for.reset();
    StartJob(tx.sql(), job->asset_id, LeaseEnd(now));
    RETURN_IF_ERROR(SetAssetStatusUnlessReady(tx.sql(), job->asset_id, kProcessing));
    return job;
  }
}

std::vector<HeldJob> RenewLeases(Transaction& tx, const std::vector<HeldJob>& running, UnixMillis now) {
  std::vector<HeldJob> lost;
  for (const HeldJob& held : running) {
    if (!ExtendLease(tx.sql(), held, LeaseEnd(now))) lost.push_back(held);
  }
  return lost;
}

absl::Status RecordJobProgress(Transaction& tx, const JobRecord& job, int percent, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  ExtendLease(tx.sql(), {.asset_id = job.asset_id, .claim = job.claim}, LeaseEnd(now));
  return SetAssetProgress(tx.sql(), job.asset_id, percent);
}

absl::Status StoreThumbnails(Transaction& tx, const JobRecord& job, const std::string& thumbnails) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  return SetThumbnails(tx.sql(), job.asset_id, thumbnails);
}

absl::Status StoreRenditions(Transaction& tx, const JobRecord& job, const std::vector<RenditionRecord>& added) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  return AddRenditions(tx.sql(), job.asset_id, added);
}

absl::Status AdvanceJob(Transaction& tx, const JobRecord& job, Stage next, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  SetJobStage(tx.sql(), job.asset_id, next, now);
  EndWaits(tx.sql(), now);
  return SetAssetStatusUnlessReady(tx.sql(), job.asset_id, kQueued);
}

absl::Status PublishMedia(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const ProcessedMedia& media,
                          UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  RETURN_IF_ERROR(SetAssetStatus(tx.sql(), job.asset_id, kReady, 0));
  RETURN_IF_ERROR(StoreMedia(tx.sql(), job.asset_id, media));
  SetJobStage(tx.sql(), job.asset_id, Stage::kPictures, now);
  EndWaits(tx.sql(), now);
  AppendAssetChanged(tx, feed, job.asset_id);
  return absl::OkStatus();
}

absl::StatusOr<bool> FinishJob(Transaction& tx, const JobRecord& job, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  std::optional<JobRecord> stored = FindJob(tx.sql(), job.asset_id);
  bool whole = !stored.has_value() || !stored->failed_stage.has_value();
  if (whole) {
    DeleteJob(tx.sql(), job.asset_id);
  } else {
    SetJobFailed(tx.sql(), job.asset_id, now);
  }
  EndWaits(tx.sql(), now);
  RETURN_IF_ERROR(SetAssetStatus(tx.sql(), job.asset_id, kReady, 100));
  return whole;
}

absl::Status FailJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& failure,
                     UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  return Fail(tx, feed, job, failure, now);
}

absl::Status RetryJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& failure,
                      const RetryPolicy& retry, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  int attempts = job.attempts + 1;
  if (attempts >= kMaxJobAttempts) return Fail(tx, feed, job, failure, now);
  AddAttempt(tx.sql(), job.asset_id);
  StopJob(tx.sql(), job.asset_id, now + retry.PauseAfter(attempts, failure.reason, job.asset_id));
  return SetAssetStatusUnlessReady(tx.sql(), job.asset_id, kQueued);
}

absl::Status PostponeJob(Transaction& tx, ChangeFeed& feed, const JobRecord& job, const JobFailure& outage,
                         const RetryPolicy& retry, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  return Postpone(tx, feed, job, outage, retry, now);
}

absl::Status HandBackJob(Transaction& tx, const JobRecord& job, UnixMillis now) {
  RETURN_IF_ERROR(RequireClaim(tx.sql(), job));
  StopJob(tx.sql(), job.asset_id, now);
  return SetAssetStatusUnlessReady(tx.sql(), job.asset_id, kQueued);
}

absl::StatusOr<bool> RestartJob(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, bool has_source,
                                UnixMillis now) {
  std::optional<AssetRecord> asset = FindAsset(tx.sql(), asset_id);
  if (!asset.has_value()) return error::AssetNotFound(asset_id);
  std::optional<JobRecord> job = FindJob(tx.sql(), asset_id);
  bool failed = job.has_value() ? job->failed_at.has_value() : asset->status == kFailed;
  bool waiting = job.has_value() && !failed && job->waiting_for.has_value();
  if (!failed && !waiting) return false;
  if (!has_source || (job.has_value() && job->source_gone)) return error::SourceGone();
  if (waiting) {
    SetJobDue(tx.sql(), asset_id, now);
    return true;
  }
  if (job.has_value()) {
    RestartFailedJob(tx.sql(), asset_id, now);
  } else {
    InsertJob(tx.sql(), asset_id, now);
  }
  RETURN_IF_ERROR(SetAssetStatus(tx.sql(), asset_id, asset->status == kReady ? kReady : kQueued, 0));
  AppendAssetChanged(tx, feed, asset_id);
  return true;
}

}  // namespace academy::catalog
