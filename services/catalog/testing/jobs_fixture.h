// Functions that claim jobs and end them in every way, for tests of the job queue.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "services/catalog/processing/media_store.h"
#include "services/catalog/testing/stores_fixture.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {

class JobsTest : public StoresTest {
 protected:
  absl::Status Progress(const std::string& id, int percent) {
    return Write([&](Transaction& tx) { return RecordJobProgress(tx, Held(tx, id), percent, clock_.Now()); });
  }
  absl::Status Advance(const std::string& id, Stage next) {
    return Write([&](Transaction& tx) { return AdvanceJob(tx, Held(tx, id), next, clock_.Now()); });
  }
  // The program crashes on the claimed job.
  absl::Status Crash(const std::string& id) {
    return Write([&](Transaction& tx) {
      return RetryJob(tx, feed_, Held(tx, id), {kCrashed, "crashed"}, retry_, clock_.Now());
    });
  }
  // An outage stops the claimed job.
  absl::Status Postpone(const std::string& id, const std::string& reason = kStorageUnavailable) {
    return Write([&](Transaction& tx) {
      return PostponeJob(tx, feed_, Held(tx, id), {reason, "not available"}, retry_, clock_.Now());
    });
  }
  // As Postpone, each time as soon as the job may begin, until `passed` is over.
  void PostponeFor(const std::string& id, absl::Duration passed) {
    UnixMillis end = clock_.Now() + passed;
    while (NextDue().value_or(end) < end) {
      clock_.Set(std::max(clock_.Now(), *NextDue()));
      ASSERT_EQ(Claim(), id);
      ASSERT_OK(Postpone(id));
    }
    clock_.Set(end);
  }
  // As a start after the process has ended, however that was.
  void RestartProcess() {
    ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
      EndLeases(tx.sql(), clock_.Now());
      return absl::OkStatus();
    }));
  }
  absl::StatusOr<bool> Restart(const std::string& id, bool has_source = true) {
    return Write([&](Transaction& tx) { return RestartJob(tx, feed_, id, has_source, clock_.Now()); });
  }
  absl::Status HandBack(const std::string& id) {
    return Write([&](Transaction& tx) { return HandBackJob(tx, Held(tx, id), clock_.Now()); });
  }
  absl::StatusOr<bool> Finish(const std::string& id) {
    return Write([&](Transaction& tx) { return FinishJob(tx, Held(tx, id), clock_.Now()); });
  }
  absl::Status StoreThumbnails(const std::string& id) {
    return Write([&](Transaction& tx) { return catalog::StoreThumbnails(tx, Held(tx, id), "thumbnails.vtt"); });
  }
  absl::Status StoreRenditions(const std::string& id, const std::vector<RenditionRecord>& renditions) {
    return Write([&](Transaction& tx) { return catalog::StoreRenditions(tx, Held(tx, id), renditions); });
  }
  // Returns the jobs of `held` that are another worker's, or nobody's.
  std::vector<HeldJob> Renew(const std::vector<HeldJob>& held) {
    std::vector<HeldJob> lost;
    EXPECT_OK(Write([&](Transaction& tx) -> absl::Status {
      lost = RenewLeases(tx, held, clock_.Now());
      return absl::OkStatus();
    }));
    return lost;
  }
  HeldJob HeldNow(const std::string& id) { return {.asset_id = id, .claim = Job(id)->claim}; }
  absl::StatusOr<ProcessedMedia> Media(const std::string& id) {
    return database_->Read([&](soci::session& sql) { return FindMedia(sql, id); });
  }
  std::optional<UnixMillis> NextDue() {
    return Read([](soci::session& sql) { return FindNextDue(sql, JobQueue::kQuick); });
  }
  bool NeedsFile(const std::string& id) {
    return Read([&](soci::session& sql) { return IsUploadFileNeeded(sql, id); });
  }
  int64_t Count() { return Read(CountJobs); }
  Strings OldFailed() {
    return Read([&](soci::session& sql) { return ListOldFailedJobs(sql, clock_.Now()); });
  }

  // Inserts an asset with a waiting job.
  void QueuedAsset(const std::string& id) {
    Asset(id);
    ASSERT_OK(Complete(id));
  }
  // Inserts an asset that is ready and gets its pictures next.
  void PublishedAsset(const std::string& id) {
    QueuedAsset(id);
    ASSERT_EQ(Claim(), id);
    ASSERT_OK(Publish(id, {.key = "0123456789abcdef"}));
  }

  const RetryPolicy retry_;
};

}  // namespace academy::catalog
