#include "services/catalog/processing/job_changes.h"

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/processing/media_store.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr char kInterrupted[] = "The video could not be processed: it was interrupted too often";

UnixMillis LeaseEnd(UnixMillis now) { return now + absl::ToInt64Milliseconds(kJobLease); }

absl::Status GiveUp(Transaction& tx, ChangeFeed& feed, const JobRecord& job) {
  if (job.stage == Stage::kPrepare || job.stage == Stage::kEncode) {
    return FailJob(tx, feed, job.asset_id, kInterrupted);
  }
  return FinishJob(tx, job.asset_id);
}

}  // namespace

absl::StatusOr<std::optional<JobRecord>> ClaimJob(Transaction& tx, ChangeFeed& feed, JobQueue queue, UnixMillis now) {
  while (true) {
    std::optional<JobRecord> job = FindDueJob(tx.sql(), queue, now);
    if (!job.has_value()) return std::nullopt;
    if (job->attempts >= kMaxJobAttempts) {
      RETURN_IF_ERROR(GiveUp(tx, feed, *job));
      continue;
    }
    ++job->attempts;
    AddAttempts(tx.sql(), job->asset_id, 1);
    SetJobDue(tx.sql(), job->asset_id, LeaseEnd(now));
    RETURN_IF_ERROR(SetAssetStatusUnlessReady(tx.sql(), job->asset_id, kProcessing));
    return job;
  }
}

absl::Status RecordJobProgress(Transaction& tx, const std::string& asset_id, int percent, UnixMillis now) {
  SetJobDue(tx.sql(), asset_id, LeaseEnd(now));
  return SetAssetProgress(tx.sql(), asset_id, percent);
}

absl::Status AdvanceJob(Transaction& tx, const std::string& asset_id, Stage next, UnixMillis now) {
  SetJobStage(tx.sql(), asset_id, next, now);
  return SetAssetStatusUnlessReady(tx.sql(), asset_id, kQueued);
}

absl::Status PublishMedia(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, const ProcessedMedia& media,
                          UnixMillis now) {
  RETURN_IF_ERROR(SetAssetStatus(tx.sql(), asset_id, kReady, 0));
  RETURN_IF_ERROR(StoreMedia(tx.sql(), asset_id, media));
  SetJobStage(tx.sql(), asset_id, Stage::kPictures, now);
  AppendAssetChanged(tx, feed, asset_id);
  return absl::OkStatus();
}

absl::Status FinishJob(Transaction& tx, const std::string& asset_id) {
  DeleteJob(tx.sql(), asset_id);
  return SetAssetStatus(tx.sql(), asset_id, kReady, 100);
}

absl::Status FailJob(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, const std::string& reason) {
  RETURN_IF_ERROR(SetAssetStatus(tx.sql(), asset_id, kFailed, 0, reason));
  DeleteJob(tx.sql(), asset_id);
  AppendAssetChanged(tx, feed, asset_id);
  return absl::OkStatus();
}

absl::Status RetryJob(Transaction& tx, const std::string& asset_id, UnixMillis due_at) {
  SetJobDue(tx.sql(), asset_id, due_at);
  return SetAssetStatusUnlessReady(tx.sql(), asset_id, kQueued);
}

absl::Status HandBackJob(Transaction& tx, const std::string& asset_id, UnixMillis now) {
  AddAttempts(tx.sql(), asset_id, -1);
  SetJobDue(tx.sql(), asset_id, now);
  return SetAssetStatusUnlessReady(tx.sql(), asset_id, kQueued);
}

}  // namespace academy::catalog
