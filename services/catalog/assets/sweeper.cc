#include "services/catalog/assets/sweeper.h"

#include <memory>
#include <string>
#include <vector>

#include "services/catalog/assets/asset_removal.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/uploads/upload_settling.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::catalog {
namespace {

constexpr absl::Duration kInterval = absl::Minutes(1);
constexpr absl::Duration kLeftoversInterval = absl::Hours(24);
constexpr int kMaxBatch = 100;

using Ids = absl::StatusOr<std::vector<std::string>>;

// Logs the failure of one file, which must not keep the others, and returns it.
absl::Status Logged(const std::string& upload_id, absl::Status status) {
  if (!status.ok()) LogWarning("uploaded file not swept", {{"upload", upload_id}, {"error", MessageOf(status)}});
  return status;
}

}  // namespace

void Sweeper::Start() {
  Recover();
  task_.emplace(PeriodicTask::Options{.failure = "sweep failed", .interval = kInterval, .run_at_start = true},
                [this] { return Sweep(); });
}

void Sweeper::Wake() {
  // It looks for what is committed.
  AfterCommit([this] {
    if (task_.has_value()) task_->Wake();
  });
}

void Sweeper::Stop() {
  if (task_.has_value()) task_->Stop();
}

absl::Status Sweeper::Sweep() {
  // What cannot be swept must not keep the rest.
  absl::Status swept = SweepUploads();
  swept.Update(SweepAssets());
  swept.Update(SweepSources());
  swept.Update(SweepLeftovers());
  swept.Update(files_.RemoveDue());
  if (!hold_.Held()) swept.Update(SweepBlobs());
  return swept;
}

absl::Status Sweeper::SweepUploads() {
  ASSIGN_OR_RETURN(std::vector<std::string> expired, deps_.database.Read([&](soci::session& sql) -> Ids {
    return ListExpiredUploads(sql, deps_.clock.Now());
  }));
  absl::Status swept;
  for (const std::string& id : expired) swept.Update(Logged(id, SweepUpload(id)));
  return swept;
}

absl::Status Sweeper::SweepUpload(const std::string& id) {
  UploadLock lock(locks_, id);
  // The client may believe that an upload with all its bytes is finished.
  ASSIGN_OR_RETURN(bool settled, Settle(id));
  if (settled) return absl::OkStatus();
  ASSIGN_OR_RETURN(bool removed, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<bool> {
    UnixMillis now = deps_.clock.Now();
    std::optional<UploadRecord> upload = FindUpload(tx.sql(), id);
    // An append may have extended or completed it meanwhile.
    if (!upload.has_value() || upload->complete || upload->expires_at > now) return false;
    RemoveAsset(tx, deps_.feed, id, now);
    return true;
  }));
  if (!removed) return absl::OkStatus();
  LogInfo("unfinished upload removed", {{"upload", id}});
  return files_.Remove(id);
}

absl::Status Sweeper::SweepAssets() {
  ASSIGN_OR_RETURN(std::vector<std::string> unused, deps_.database.Write([&](Transaction& tx) -> Ids {
    UnixMillis now = deps_.clock.Now();
    std::vector<std::string> ids = ListUnusedAssets(tx.sql(), now - absl::ToInt64Milliseconds(kUnusedLifetime));
    for (const std::string& id : ids) RemoveAsset(tx, deps_.feed, id, now);
    return ids;
  }));
  absl::Status swept;
  for (const std::string& id : unused) {
    LogInfo("unused asset removed", {{"asset", id}});
    swept.Update(Logged(id, files_.Remove(id)));
  }
  return swept;
}

absl::Status Sweeper::SweepBlobs() {
  size_t failed = 0;
  while (true) {
    ASSIGN_OR_RETURN(std::vector<std::string> keys, deps_.database.Read([&](soci::session& sql) -> Ids {
      return ListDueBlobRemovals(sql, deps_.clock.Now(), kMaxBatch);
    }));
    failed = 0;
    for (const std::string& key : keys) {
      if (absl::Status status = blobs_.RemoveAll(key); !status.ok()) {
        LogWarning("blob not removed", {{"key", key}, {"error", MessageOf(status)}});
        ++failed;
        continue;
      }
      RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
        CancelBlobRemoval(tx.sql(), key);
        return absl::OkStatus();
      }));
    }
    // Blobs that could not be removed are in the next batch too, which is worth reading only if it has others.
    if (keys.size() < kMaxBatch || failed == keys.size()) break;
  }
  return failed == 0 ? absl::OkStatus() : absl::UnavailableError(std::to_string(failed) + " blobs were not removed");
}

absl::Status Sweeper::SweepSources() {
  ASSIGN_OR_RETURN(std::vector<std::string> old, deps_.database.Write([&](Transaction& tx) -> Ids {
    std::vector<std::string> ids = ListOldFailedJobs(tx.sql(), deps_.clock.Now() - kFailedSourceLifetime);
    for (const std::string& id : ids) GiveUpFailedJob(tx.sql(), id);
    return ids;
  }));
  absl::Status swept;
  for (const std::string& id : old) {
    LogInfo("uploaded file of a failed video removed", {{"asset", id}});
    swept.Update(Logged(id, files_.Remove(id)));
  }
  return swept;
}

absl::Status Sweeper::SweepLeftovers() {
  UnixMillis now = deps_.clock.Now();
  UnixMillis last = leftovers_swept_at_;
  // A clock that was set back must not put it off.
  if (now >= last && now < last + kLeftoversInterval) return absl::OkStatus();
  leftovers_swept_at_ = now;
  absl::Status swept;
  for (const std::string& id : files_.List()) swept.Update(Logged(id, RemoveLeftover(id)));
  return swept;
}

absl::Status Sweeper::RemoveLeftover(const std::string& upload_id) {
  // Before anything else: a new upload's file is there before its record.
  absl::StatusOr<UnixMillis> modified = files_.ModifiedAt(upload_id);
  if (absl::IsNotFound(modified.status())) return absl::OkStatus();
  RETURN_IF_ERROR(modified.status());
  if (*modified >= deps_.clock.Now() - kUnknownFileLifetime) return absl::OkStatus();
  UploadLock lock(locks_, upload_id);
  ASSIGN_OR_RETURN(bool needed, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    return IsUploadFileNeeded(sql, upload_id);
  }));
  if (needed) return absl::OkStatus();
  LogInfo("old file without an upload removed", {{"upload", upload_id}});
  return files_.Remove(upload_id);
}

void Sweeper::Recover() {
  leftovers_swept_at_ = deps_.clock.Now();
  for (const std::string& id : files_.List()) Logged(id, RecoverFile(id)).IgnoreError();
}

absl::StatusOr<bool> Sweeper::Settle(const std::string& upload_id) {
  using Found = absl::StatusOr<std::optional<UploadRecord>>;
  ASSIGN_OR_RETURN(std::optional<UploadRecord> upload,
                   deps_.database.Read([&](soci::session& sql) -> Found { return FindUpload(sql, upload_id); }));
  if (!upload.has_value()) return false;
  absl::StatusOr<UploadRecord> settled = SettleUpload(deps_, files_, *upload);
  // Without its file there is nothing to complete.
  if (absl::IsNotFound(settled.status())) return false;
  RETURN_IF_ERROR(settled.status());
  return settled->complete;
}

absl::Status Sweeper::RecoverFile(const std::string& upload_id) {
  enum class Fate { kNeeded, kDone, kUnknown };
  ASSIGN_OR_RETURN(Fate fate, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Fate> {
    if (IsUploadFileNeeded(sql, upload_id)) return Fate::kNeeded;
    return AssetExists(sql, upload_id) ? Fate::kDone : Fate::kUnknown;
  }));
  if (fate == Fate::kNeeded) return Settle(upload_id).status();
  return fate == Fate::kDone ? files_.Remove(upload_id) : RemoveOldUnknown(upload_id);
}

absl::Status Sweeper::RemoveOldUnknown(const std::string& upload_id) {
  ASSIGN_OR_RETURN(int64_t size, files_.Size(upload_id));
  ASSIGN_OR_RETURN(UnixMillis modified, files_.ModifiedAt(upload_id));
  if (size == 0 || modified < deps_.clock.Now() - kUnknownFileLifetime) return files_.Remove(upload_id);
  LogWarning("uploaded file without a record kept for a week", {{"upload", upload_id}, {"bytes", size}});
  return absl::OkStatus();
}

}  // namespace academy::catalog
