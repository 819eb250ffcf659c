// The job queue and workers' state changes, on every available engine.
#include "services/catalog/processing/job_changes.h"

#include "services/catalog/testing/jobs_fixture.h"

namespace academy::catalog {
namespace {

class JobChangesTest : public JobsTest {};

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

TEST_P(JobChangesTest, AFileThatCrashesTheProgramThreeTimesFailsAndAStopIsNoAttempt) {
  QueuedAsset("a1");
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_OK(HandBack("a1"));
  }
  for (int i = 0; i < kMaxJobAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_OK(Crash("a1"));
    EXPECT_EQ(Claim(), "");
    if (NextDue().has_value()) clock_.Set(*NextDue());
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(StatusOf("a1"), "failed");
  EXPECT_EQ(FindAsset("a1")->reason, kCrashed);
  EXPECT_FALSE(NextDue().has_value());
}

TEST_P(JobChangesTest, WhatThisProcessWorksAtIsNotStartedTwiceWhateverTheClockSays) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  running_ = {HeldNow("a1")};
  for (absl::Duration jump : {kDay, -8 * kDay}) {
    clock_.Advance(jump);
    EXPECT_EQ(Claim(), "");
  }
  running_ = {};
  clock_.Advance(kJobLease);
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(JobChangesTest, ALeaseIsRenewedWithoutProgressAndOnlyForItsHolder) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  const HeldJob first = HeldNow("a1");
  for (int i = 0; i < 10; ++i) {
    clock_.Advance(kLeaseRenewal);
    EXPECT_TRUE(Renew({first}).empty());
    EXPECT_EQ(Claim(), "");
  }
  clock_.Advance(kJobLease + absl::Milliseconds(1));
  ASSERT_EQ(Claim(), "a1") << "the first worker was silent";
  const HeldJob second = HeldNow("a1");
  EXPECT_EQ(Renew({first, second}), std::vector<HeldJob>{first});
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_EQ(Renew({second}), std::vector<HeldJob>{second}) << "its stage has ended";
}

TEST_P(JobChangesTest, TheNextStageDoesNotWaitForTheLeaseOfTheOneThatEnded) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  // Another worker has asked who works at what just before the end.
  running_ = {HeldNow("a1")};
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(JobChangesTest, SpaceForProcessingIsClaimedUntilTheVideoCanBeWatched) {
  // Files of ten bytes.
  auto working = [&](bool started) { return Read([&](soci::session& sql) { return SumWorkingBytes(sql, started); }); };
  QueuedAsset("a1");
  QueuedAsset("a2");
  EXPECT_EQ(working(false), 20);
  EXPECT_EQ(working(true), 0);
  ASSERT_EQ(Claim(), "a1");
  EXPECT_EQ(working(true), 10);
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_EQ(working(false), 10);
  ASSERT_OK(Advance("a1", Stage::kLadder));
  EXPECT_EQ(working(false), 15);
  ASSERT_OK(Fail("a2", "no"));
  EXPECT_EQ(working(false), 5);
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
  EXPECT_TRUE(absl::IsNotFound(Finish("a1").status()));
  EXPECT_TRUE(absl::IsNotFound(Restart("a1").status()));
}

TEST_P(JobChangesTest, AWorkerThatWasSilentForTooLongChangesNothingAboutItsSuccessorsJob) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  JobRecord late = *Job("a1");
  auto refused = [&](auto change) { return absl::IsCancelled(Write(change)); };
  auto all_refused = [&] {
    UnixMillis now = clock_.Now();
    EXPECT_TRUE(refused([&](Transaction& tx) { return AdvanceJob(tx, late, Stage::kEncode, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return PublishMedia(tx, feed_, late, {.key = "late"}, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return FailJob(tx, feed_, late, {"not_video", "no"}, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return RetryJob(tx, feed_, late, {kCrashed, "no"}, retry_, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return PostponeJob(tx, feed_, late, {kDiskFull, "no"}, retry_, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return HandBackJob(tx, late, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return RecordJobProgress(tx, late, 10, now); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return catalog::StoreThumbnails(tx, late, "late.vtt"); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return catalog::StoreRenditions(tx, late, {}); }));
    EXPECT_TRUE(refused([&](Transaction& tx) { return FinishJob(tx, late, now).status(); }));
  };
  clock_.Advance(kJobLease + absl::Milliseconds(1));
  // Its successor holds the job.
  ASSERT_EQ(Claim(), "a1");
  all_refused();
  EXPECT_EQ(StatusOf("a1"), "processing");
  EXPECT_EQ(Claim(), "");
  // Its successor has ended the stage, and then all of them.
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  all_refused();
  EXPECT_EQ(Media("a1")->key, "0123456789abcdef");
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(*Finish("a1"), true);
  all_refused();
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(FindAsset("a1")->progress, 100);
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
  ASSERT_OK(Postpone("a1"));
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(FindAsset("a1")->reason, kStorageUnavailable);
  ASSERT_OK(Advance("a1", Stage::kLadder));
  EXPECT_EQ(Claim(JobQueue::kQuick), "");
  ASSERT_EQ(Claim(JobQueue::kSlow), "a1");
  ProcessedMedia made = *Media("a1");
  EXPECT_EQ(made.key, "0123456789abcdef");
  EXPECT_EQ(made.height, 720);
  EXPECT_EQ(made.thumbnails, "thumbnails.vtt");
  EXPECT_EQ(made.renditions.size(), 1u);
  ASSERT_OK(StoreRenditions("a1", {{.height = 360, .bitrate = 1}}));
  EXPECT_EQ(*Finish("a1"), true);
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
    ASSERT_OK(Crash("a1"));
    clock_.Set(*NextDue());
  }
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  ASSERT_OK(Advance("a1", Stage::kLadder));
  for (int i = 0; i < kMaxJobAttempts; ++i) {
    ASSERT_EQ(Claim(JobQueue::kSlow), "a1") << i;
    ASSERT_OK(Crash("a1"));
    clock_.Advance(absl::Minutes(1));
  }
  EXPECT_EQ(Claim(JobQueue::kSlow), "");
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(FindAsset("a1")->progress, 100);
  EXPECT_EQ(FindAsset("a1")->failed_stage, "ladder");
  EXPECT_EQ(Count(), 0);
}

TEST_P(JobChangesTest, CoursesChangeWhenTheirVideoIsQueuedAndWhenItIsReadyOrFails) {
  Asset("a1");
  Asset("a2");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}, {.title = "two", .asset_id = "a2"}});
  int64_t start = *feed_.Head();
  ASSERT_OK(Complete("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_EQ(EventsAfter(start), Strings({"changed:" + course.id, "changed:" + course.id}));
  ASSERT_OK(Complete("a2"));
  start = *feed_.Head();
  ASSERT_OK(Fail("a2", "no"));
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
}

INSTANTIATE_TEST_SUITE_P(Engines, JobChangesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
