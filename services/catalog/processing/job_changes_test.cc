// The job queue and workers' state changes, on every available engine.
#include "services/catalog/processing/job_changes.h"

#include "services/catalog/processing/media_store.h"
#include "services/catalog/testing/stores_fixture.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class JobChangesTest : public StoresTest {
 protected:
  absl::Status Progress(const std::string& id, int percent) {
    return Write([&](Transaction& tx) { return RecordJobProgress(tx, id, percent, clock_.Now()); });
  }
  absl::Status Advance(const std::string& id, Stage next) {
    return Write([&](Transaction& tx) { return AdvanceJob(tx, id, next, clock_.Now()); });
  }
  absl::Status Retry(const std::string& id, absl::Duration delay) {
    return Write([&](Transaction& tx) { return RetryJob(tx, id, clock_.Now() + delay); });
  }
  absl::Status HandBack(const std::string& id) {
    return Write([&](Transaction& tx) { return HandBackJob(tx, id, clock_.Now()); });
  }
  absl::Status Finish(const std::string& id) {
    return Write([&](Transaction& tx) { return FinishJob(tx, id); });
  }
  absl::Status StoreThumbnails(const std::string& id) {
    return Write([&](Transaction& tx) { return SetThumbnails(tx.sql(), id, "thumbnails.vtt"); });
  }
  absl::Status StoreRenditions(const std::string& id, const std::vector<RenditionRecord>& renditions) {
    return Write([&](Transaction& tx) { return AddRenditions(tx.sql(), id, renditions); });
  }
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

  // Inserts an asset with a waiting job.
  void QueuedAsset(const std::string& id) {
    Asset(id);
    ASSERT_OK(Complete(id));
  }
};

TEST_P(JobChangesTest, AJobIsClaimedOnceAndComesBackWhenItsHolderIsSilent) {
  QueuedAsset("a1");
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(Claim(), "");
  clock_.Advance(kJobLease - absl::Milliseconds(1));
  ASSERT_OK(Progress("a1", 10));
  clock_.Advance(kJobLease - absl::Milliseconds(1));
  EXPECT_EQ(Claim(), "");
  clock_.Advance(absl::Milliseconds(2));
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(JobChangesTest, AJobThatNeverEndsFailsAfterThreeAttemptsAndAStopIsNone) {
  QueuedAsset("a1");
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_OK(HandBack("a1"));
  }
  for (int i = 0; i < kMaxJobAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_OK(Retry("a1", absl::Seconds(1)));
    EXPECT_EQ(Claim(), "");
    EXPECT_EQ(NextDue(), clock_.Now() + 1000);
    clock_.Advance(absl::Seconds(1));
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(StatusOf("a1"), "failed");
  EXPECT_FALSE(NextDue().has_value());
}

TEST_P(JobChangesTest, WhatADeletedAssetsJobRecordsIsNotFound) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  RemoveAsset("a1");
  EXPECT_TRUE(absl::IsNotFound(Progress("a1", 1)));
  EXPECT_TRUE(absl::IsNotFound(Publish("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(Fail("a1", "no")));
  EXPECT_TRUE(absl::IsNotFound(Media("a1").status()));
  EXPECT_TRUE(absl::IsNotFound(Advance("a1", Stage::kEncode)));
  EXPECT_TRUE(absl::IsNotFound(StoreThumbnails("a1")));
  EXPECT_TRUE(absl::IsNotFound(StoreRenditions("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(Finish("a1")));
}

TEST_P(JobChangesTest, WhatIsQuicklyDoneDoesNotWaitBehindWhatIsLong) {
  for (const char* id : {"long", "quick"}) {
    QueuedAsset(id);
    clock_.Advance(absl::Milliseconds(1));
  }
  ASSERT_EQ(Claim(), "long");
  ASSERT_OK(Advance("long", Stage::kEncode));
  EXPECT_EQ(StatusOf("long"), "queued");
  EXPECT_EQ(Claim(JobQueue::kSlow), "long");
  EXPECT_EQ(StatusOf("long"), "processing");
  EXPECT_EQ(Claim(JobQueue::kSlow), "");
  EXPECT_EQ(Claim(JobQueue::kQuick), "quick");
  EXPECT_EQ(Count(), 2);
}

TEST_P(JobChangesTest, APublishedAssetIsReadyThroughAllThatIsAddedToIt) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.duration = 3,
                           .width = 1280,
                           .height = 720,
                           .hls = "master.m3u8",
                           .key = "0123456789abcdef",
                           .renditions = {{.height = 720, .bitrate = 2}}}));
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_TRUE(NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Progress("a1", 50));
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(FindAsset("a1")->progress, 50);
  ASSERT_OK(StoreThumbnails("a1"));
  ASSERT_OK(Retry("a1", absl::Milliseconds(10)));
  EXPECT_EQ(StatusOf("a1"), "ready");
  ASSERT_OK(Advance("a1", Stage::kLadder));
  EXPECT_EQ(Claim(JobQueue::kQuick), "");
  ASSERT_EQ(Claim(JobQueue::kSlow), "a1");
  ProcessedMedia made = *Media("a1");
  EXPECT_EQ(made.key, "0123456789abcdef");
  EXPECT_EQ(made.height, 720);
  EXPECT_EQ(made.thumbnails, "thumbnails.vtt");
  EXPECT_EQ(made.renditions.size(), 1u);
  ASSERT_OK(StoreRenditions("a1", {{.height = 360, .bitrate = 1}}));
  ASSERT_OK(Finish("a1"));
  AssetRecord asset = *FindAsset("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_EQ(asset.renditions.size(), 2u);
  EXPECT_FALSE(NeedsFile("a1"));
  EXPECT_EQ(Count(), 0);
}

TEST_P(JobChangesTest, AReadyAssetStaysReadyWhenAddingToItIsGivenUp) {
  QueuedAsset("a1");
  // The attempts of one stage do not count in the next.
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_OK(Retry("a1", absl::ZeroDuration()));
  }
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  for (int i = 0; i < kMaxJobAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1") << i;
    ASSERT_OK(Retry("a1", absl::ZeroDuration()));
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(Count(), 0);
}

TEST_P(JobChangesTest, CoursesChangeWhenTheirVideoIsQueuedAndWhenItIsReadyOrFails) {
  Asset("a1");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}});
  int64_t start = *feed_.Head();
  ASSERT_OK(Complete("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_EQ(EventsAfter(start), Strings({"changed:" + course.id, "changed:" + course.id}));
  start = *feed_.Head();
  ASSERT_OK(Fail("a1", "no"));
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
}

INSTANTIATE_TEST_SUITE_P(Engines, JobChangesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
