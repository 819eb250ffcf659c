#include "services/catalog/assets/sweeper.h"

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr absl::Duration kInterval = absl::Minutes(1);
constexpr int kBatch = 100;

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
  ASSIGN_OR_RETURN(std::vector<std::string> unused, assets_.DeleteUnused(clock_.Now() - kUnusedLifetime));
  for (const std::string& id : unused) {
    LogInfo("unused asset removed", {{"asset", id}});
    RETURN_IF_ERROR(files_.Remove(id));
  }
  return SweepBlobs();
}

absl::Status Sweeper::SweepUploads() {
  ASSIGN_OR_RETURN(std::vector<std::string> expired, uploads_.Expired());
  for (const std::string& id : expired) {
    UploadTurn turn(writers_, id);
    // An append may have prolonged it meanwhile.
    absl::StatusOr<UploadRecord> upload = uploads_.Get(id);
    if (!upload.ok() || upload->complete || upload->expires_at > clock_.Now()) continue;
    LogInfo("unfinished upload removed", {{"upload", id}});
    RETURN_IF_ERROR(uploads_.Delete(id));
    RETURN_IF_ERROR(files_.Remove(id));
  }
  return absl::OkStatus();
}

absl::Status Sweeper::SweepBlobs() {
  size_t failed = 0;
  while (true) {
    // What could not be removed comes again with every batch: only a batch with something else goes on.
    ASSIGN_OR_RETURN(std::vector<std::string> keys, assets_.DueBlobRemovals(kBatch));
    failed = 0;
    for (const std::string& key : keys) {
      if (absl::Status status = blobs_.RemoveAll(key); !status.ok()) {
        LogWarning("blob not removed", {{"key", key}, {"error", MessageOf(status)}});
        ++failed;
        continue;
      }
      RETURN_IF_ERROR(assets_.BlobRemoved(key));
    }
    if (keys.size() < kBatch || failed == keys.size()) break;
  }
  return failed == 0 ? absl::OkStatus() : absl::UnavailableError(std::to_string(failed) + " blobs were not removed");
}

absl::Status Sweeper::Recover() {
  ASSIGN_OR_RETURN(std::vector<UploadRecord> unchecked, uploads_.Unchecked());
  for (const UploadRecord& upload : unchecked) {
    absl::StatusOr<std::unique_ptr<UploadFile>> file = files_.Open(upload.id);
    if (file.ok()) RETURN_IF_ERROR((*file)->Truncate(*upload.checked_from));
    RETURN_IF_ERROR(uploads_.EndChecked(upload.id));
  }
  for (const std::string& id : files_.List()) {
    ASSIGN_OR_RETURN(bool needed, uploads_.NeedsFile(id));
    if (!needed) {
      RETURN_IF_ERROR(files_.Remove(id));
      continue;
    }
    // The crash may have come between the last byte and what it leads to.
    ASSIGN_OR_RETURN(UploadRecord upload, uploads_.Get(id));
    ASSIGN_OR_RETURN(int64_t size, files_.Size(id));
    if (upload.length == size) RETURN_IF_ERROR(uploads_.Complete(id, size));
  }
  return absl::OkStatus();
}

}  // namespace academy::catalog
