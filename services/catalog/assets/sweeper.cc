#include "services/catalog/assets/sweeper.h"

#include <memory>
#include <string>
#include <vector>

#include "services/catalog/assets/asset_removal.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr absl::Duration kInterval = absl::Minutes(1);
constexpr int kMaxBatch = 100;

using Ids = absl::StatusOr<std::vector<std::string>>;

}  // namespace

absl::Status Sweeper::Start() {
  RETURN_IF_ERROR(Recover());
  task_.emplace(PeriodicTask::Options{.failure = "sweep failed", .interval = kInterval, .run_at_start = true},
                [this] { return Sweep(); });
  return absl::OkStatus();
}

void Sweeper::Wake() {
  if (task_.has_value()) task_->Wake();
}

void Sweeper::Stop() {
  if (task_.has_value()) task_->Stop();
}

absl::Status Sweeper::Sweep() {
  RETURN_IF_ERROR(SweepUploads());
  RETURN_IF_ERROR(SweepAssets());
  RETURN_IF_ERROR(files_.RemoveHeld());
  return hold_.Held() ? absl::OkStatus() : SweepBlobs();
}

absl::Status Sweeper::SweepUploads() {
  ASSIGN_OR_RETURN(std::vector<std::string> expired, deps_.database.Read([&](soci::session& sql) -> Ids {
    return ListExpiredUploads(sql, deps_.clock.Now());
  }));
  for (const std::string& id : expired) {
    UploadLock lock(locks_, id);
    ASSIGN_OR_RETURN(bool removed, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<bool> {
      UnixMillis now = deps_.clock.Now();
      std::optional<UploadRecord> upload = FindUpload(tx.sql(), id);
      // An append may have extended or completed it meanwhile.
      if (!upload.has_value() || upload->complete || upload->expires_at > now) return false;
      RemoveAsset(tx, deps_.feed, id, now);
      return true;
    }));
    if (!removed) continue;
    LogInfo("unfinished upload removed", {{"upload", id}});
    RETURN_IF_ERROR(files_.Remove(id));
  }
  return absl::OkStatus();
}

absl::Status Sweeper::SweepAssets() {
  ASSIGN_OR_RETURN(std::vector<std::string> unused, deps_.database.Write([&](Transaction& tx) -> Ids {
    UnixMillis now = deps_.clock.Now();
    std::vector<std::string> ids = ListUnusedAssets(tx.sql(), now - absl::ToInt64Milliseconds(kUnusedLifetime));
    for (const std::string& id : ids) RemoveAsset(tx, deps_.feed, id, now);
    return ids;
  }));
  for (const std::string& id : unused) {
    LogInfo("unused asset removed", {{"asset", id}});
    RETURN_IF_ERROR(files_.Remove(id));
  }
  return absl::OkStatus();
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

absl::Status Sweeper::Recover() {
  RETURN_IF_ERROR(TruncateUnverified());
  for (const std::string& id : files_.List()) RETURN_IF_ERROR(RecoverFile(id));
  return absl::OkStatus();
}

absl::Status Sweeper::TruncateUnverified() {
  using Uploads = absl::StatusOr<std::vector<UploadRecord>>;
  ASSIGN_OR_RETURN(std::vector<UploadRecord> unverified,
                   deps_.database.Read([&](soci::session& sql) -> Uploads { return ListUnverifiedUploads(sql); }));
  for (const UploadRecord& upload : unverified) {
    absl::StatusOr<std::unique_ptr<UploadFile>> file = files_.Open(upload.id);
    if (file.ok()) RETURN_IF_ERROR((*file)->Truncate(*upload.unverified_from));
    RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
      MarkUploadVerified(tx.sql(), upload.id);
      return absl::OkStatus();
    }));
  }
  return absl::OkStatus();
}

absl::Status Sweeper::RecoverFile(const std::string& upload_id) {
  using Found = absl::StatusOr<std::optional<UploadRecord>>;
  ASSIGN_OR_RETURN(std::optional<UploadRecord> upload, deps_.database.Read([&](soci::session& sql) -> Found {
    if (!IsUploadFileNeeded(sql, upload_id)) return std::nullopt;
    return FindUpload(sql, upload_id);
  }));
  if (!upload.has_value()) return files_.Remove(upload_id);
  // A crash may have happened between the last byte and the completion.
  ASSIGN_OR_RETURN(int64_t size, files_.Size(upload_id));
  if (upload->length != size) return absl::OkStatus();
  return deps_.database.Write(
      [&](Transaction& tx) { return CompleteUpload(tx, deps_.feed, upload_id, size, deps_.clock.Now()); });
}

}  // namespace academy::catalog
