// Jobs that outages stop and jobs that are started again, on every available engine.
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/testing/jobs_fixture.h"

namespace academy::catalog {
namespace {

class JobOutagesTest : public JobsTest {};

TEST_P(JobOutagesTest, AnOutageOfTwoDaysUsesUpNoAttemptAndSaysWhyItWaits) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  EXPECT_FALSE(FindAsset("a1")->reason.has_value());
  ASSERT_OK(Postpone("a1"));
  PostponeFor("a1", absl::Hours(47));
  EXPECT_EQ(StatusOf("a1"), "queued");
  EXPECT_EQ(FindAsset("a1")->reason, kStorageUnavailable);
  EXPECT_FALSE(FindAsset("a1")->failed_stage.has_value());
  EXPECT_EQ(Job("a1")->attempts, 0);
  PostponeFor("a1", absl::Hours(2));
  EXPECT_EQ(StatusOf("a1"), "failed");
  EXPECT_EQ(FindAsset("a1")->reason, kStorageUnavailable);
  EXPECT_EQ(FindAsset("a1")->failed_stage, "prepare");
  EXPECT_EQ(FindAsset("a1")->error, "not available");
  EXPECT_TRUE(NeedsFile("a1"));
  EXPECT_EQ(Count(), 0);
}

TEST_P(JobOutagesTest, AnOutageBeginsOverAfterASuccess) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  PostponeFor("a1", absl::Hours(47));
  clock_.Set(*NextDue());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  PostponeFor("a1", absl::Hours(47));
  EXPECT_FALSE(Job("a1")->failed_stage.has_value());
}

TEST_P(JobOutagesTest, ASuccessEndsTheWaitsOfOthersButNotOfInterruptedOnes) {
  for (const char* id : {"a1", "a2", "a3"}) QueuedAsset(id);
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  ASSERT_EQ(Claim(), "a2");
  ASSERT_OK(Postpone("a2", kInterrupted));
  ASSERT_EQ(Claim(), "a2");
  ASSERT_OK(Postpone("a2", kInterrupted));
  ASSERT_EQ(Claim(), "a3");
  EXPECT_EQ(Claim(), "");
  ASSERT_OK(Advance("a3", Stage::kEncode));
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(Claim(), "");
}

TEST_P(JobOutagesTest, WhatEndsItsProcessAgainAndAgainWaitsLongerEachTime) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  RestartProcess();
  // The first restart continues at once.
  ASSERT_EQ(Claim(), "a1");
  for (int i = 0; i < 8; ++i) {
    RestartProcess();
    EXPECT_EQ(Claim(), "") << i;
    RestartProcess();
    EXPECT_EQ(Claim(), "") << i;
    EXPECT_EQ(FindAsset("a1")->reason, kInterrupted);
    EXPECT_GE(*NextDue(), clock_.Now() + absl::Seconds(8) * (1 << i)) << i;
    clock_.Set(*NextDue());
    ASSERT_EQ(Claim(), "a1");
  }
  EXPECT_EQ(Job("a1")->attempts, 0);
  EXPECT_EQ(StatusOf("a1"), "processing");
}

TEST_P(JobOutagesTest, ARestartTakesUpWhatWaitedForTheEndOfAnOutage) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  EXPECT_EQ(Claim(), "");
  RestartProcess();
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(Job("a1")->waits, 1);
}

TEST_P(JobOutagesTest, AClockThatIsSetBackDelaysNothingForDays) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  clock_.Advance(-8 * kDay);
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  EXPECT_LE(*NextDue(), clock_.Now() + absl::Minutes(1));
}

TEST_P(JobOutagesTest, AClockThatIsSetForwardEndsNoWait) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  clock_.Advance(8 * kDay);
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  EXPECT_EQ(StatusOf("a1"), "queued");
}

TEST_P(JobOutagesTest, WhatHasNoSpaceWaitsWithoutBeginning) {
  QueuedAsset("a1");
  blocked_ = JobFailure{kDiskFull, "no space"};
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(StatusOf("a1"), "queued");
  EXPECT_EQ(FindAsset("a1")->reason, kDiskFull);
  blocked_.reset();
  EXPECT_EQ(Claim(), "");
  clock_.Set(*NextDue());
  EXPECT_EQ(Claim(), "a1");
  EXPECT_FALSE(FindAsset("a1")->reason.has_value());
}

TEST_P(JobOutagesTest, WhatFailedBeginsAgainWhereItFailed) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Advance("a1", Stage::kEncode));
  ASSERT_EQ(Claim(JobQueue::kSlow), "a1");
  ASSERT_OK(Fail("a1", "damaged"));
  EXPECT_EQ(FindAsset("a1")->failed_stage, "encode");
  EXPECT_EQ(FindAsset("a1")->reason, "not_video");
  EXPECT_THAT(Restart("a1", /*has_source=*/false), HasReason("source_gone"));
  EXPECT_EQ(*Restart("a1"), true);
  EXPECT_EQ(StatusOf("a1"), "queued");
  EXPECT_FALSE(FindAsset("a1")->error.has_value());
  EXPECT_FALSE(FindAsset("a1")->reason.has_value());
  EXPECT_FALSE(FindAsset("a1")->failed_stage.has_value());
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(Claim(JobQueue::kSlow), "a1");
  // It is at work.
  EXPECT_EQ(*Restart("a1"), false);
  EXPECT_EQ(StatusOf("a1"), "processing");
}

TEST_P(JobOutagesTest, WhatBeginsAgainIsInTheQueueFromThenOn) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Fail("a1", "damaged"));
  clock_.Advance(kDay);
  EXPECT_EQ(*Restart("a1"), true);
  EXPECT_EQ(Read(OldestJob), clock_.Now());
}

TEST_P(JobOutagesTest, WhatWaitsBeginsAtOnceWhenAManagerAsks) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Postpone("a1"));
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(*Restart("a1"), true);
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(JobOutagesTest, OnlyWhatFailedOrWaitsCanBeginAgain) {
  EXPECT_THAT(Restart("none"), HasReason("asset_not_found"));
  Asset("a1");
  EXPECT_EQ(*Restart("a1"), false);
  ReadyAsset("a2");
  EXPECT_EQ(*Restart("a2", /*has_source=*/false), false);
  EXPECT_EQ(Count(), 0);
}

TEST_P(JobOutagesTest, AFailedFileIsKeptUntilItIsGivenUp) {
  QueuedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Fail("a1", "damaged"));
  EXPECT_EQ(OldFailed(), Strings{});
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_EQ(OldFailed(), Strings{"a1"});
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    GiveUpFailedJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_EQ(OldFailed(), Strings{});
  EXPECT_EQ(StatusOf("a1"), "failed");
  EXPECT_FALSE(FindAsset("a1")->failed_stage.has_value());
  EXPECT_THAT(Restart("a1"), HasReason("source_gone"));
}

TEST_P(JobOutagesTest, PicturesThatFailAreToldAndMadeWhenAskedForWhileTheVideoPlays) {
  PublishedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Fail("a1", "no pictures"));
  // The smaller sizes are made all the same.
  EXPECT_EQ(Claim(JobQueue::kSlow), "a1");
  EXPECT_EQ(*Finish("a1"), false);
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(FindAsset("a1")->progress, 100);
  EXPECT_EQ(FindAsset("a1")->failed_stage, "pictures");
  EXPECT_TRUE(NeedsFile("a1"));
  EXPECT_EQ(*Restart("a1"), true);
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_EQ(Claim(), "a1");
  ASSERT_OK(StoreThumbnails("a1"));
  EXPECT_EQ(*Finish("a1"), true);
  EXPECT_FALSE(NeedsFile("a1"));
}

TEST_P(JobOutagesTest, AVideoThatPlaysIsInNoTroubleOnceItsFileIsGivenUp) {
  PublishedAsset("a1");
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Fail("a1", "no pictures"));
  EXPECT_EQ(Claim(JobQueue::kSlow), "a1");
  EXPECT_EQ(*Finish("a1"), false);
  ASSERT_OK(Write([](Transaction& tx) -> absl::Status {
    GiveUpFailedJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_EQ(StatusOf("a1"), "ready");
  EXPECT_FALSE(FindAsset("a1")->reason.has_value());
  EXPECT_EQ(Read([](soci::session& sql) { return ListUploadsInWork(sql, 10).size(); }), 0);
  EXPECT_FALSE(NeedsFile("a1"));
  EXPECT_EQ(*Restart("a1", /*has_source=*/false), false);
}

INSTANTIATE_TEST_SUITE_P(Engines, JobOutagesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
