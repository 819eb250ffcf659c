// The contract of the stores of assets, uploads and jobs, on every engine at hand.
#include "services/catalog/testing/stores_fixture.h"

namespace academy::catalog {
namespace {

class MediaStoresTest : public StoresTest {};

TEST_P(MediaStoresTest, AnAssetIsKeptWhileAPartUsesItAndAWeekLonger) {
  ReadyAsset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  clock_.Advance(30 * kDay);
  EXPECT_TRUE(assets_.DeleteUnused(clock_.Now() - 7 * kDay)->empty());
  CourseChange change{.id = course.id};
  change.parts = std::vector<PartDraft>{};
  ASSERT_TRUE(courses_.Update(kManager, change).ok());
  clock_.Advance(6 * kDay);
  EXPECT_TRUE(assets_.DeleteUnused(clock_.Now() - 7 * kDay)->empty());
  clock_.Advance(2 * kDay);
  EXPECT_EQ(*assets_.DeleteUnused(clock_.Now() - 7 * kDay), Strings{"a1"});
  EXPECT_EQ(DetailOf(assets_.Get("a1").status()).reason, "asset_not_found");
}

TEST_P(MediaStoresTest, AReadyAssetHasItsKeyRenditionsAndPlayback) {
  ReadyAsset("a1");
  Asset("a2");
  AssetRecord asset = *assets_.Get("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_DOUBLE_EQ(asset.duration, 12.5);
  ASSERT_EQ(asset.renditions.size(), 1u);
  EXPECT_EQ(asset.renditions[0].bitrate, 900'000);
  EXPECT_EQ(*assets_.GetKey("a1"), "0123456789abcdef");
  EXPECT_EQ(DetailOf(assets_.GetKey("a2").status()).reason, "asset_not_found");
  auto ready = assets_.GetReady({"a2", "none", "a1"});
  ASSERT_EQ(ready->size(), 1u);
  EXPECT_EQ(ready->front().hls, "master.m3u8");
}

TEST_P(MediaStoresTest, WhatIsInWorkIsListedWithItsPartUntilItIsReady) {
  ReadyAsset("a1");
  Asset("a2");
  Asset("a3");
  CourseRecord course = Course("Film", {{.id = "", .title = "One", .description = "", .asset_id = "a2"}});
  std::vector<UploadInWork> uploads = *assets_.InWork(100);
  ASSERT_EQ(uploads.size(), 2u);
  EXPECT_EQ(uploads[0].asset_id, "a3");
  EXPECT_EQ(uploads[0].course_id, "");
  EXPECT_EQ(uploads[1].asset_id, "a2");
  EXPECT_EQ(uploads[1].filename, "a2.mp4");
  EXPECT_EQ(uploads[1].status, kUploading);
  EXPECT_EQ(uploads[1].size, 10);
  EXPECT_EQ(uploads[1].course_id, course.id);
  EXPECT_EQ(uploads[1].course_title, "Film");
  EXPECT_EQ(uploads[1].part_id, course.parts[0].id);
  EXPECT_EQ(uploads[1].part_title, "One");
  EXPECT_EQ(assets_.InWork(1)->size(), 1u);

  EXPECT_TRUE(uploads_.Complete("a3", 10).ok());
  EXPECT_EQ(Claim(), "a3");
  EXPECT_TRUE(jobs_.Fail("a3", "not a video").ok());
  EXPECT_EQ((*assets_.InWork(100))[0].error, "not a video");
}

TEST_P(MediaStoresTest, CaptionsAreReplacedByLanguage) {
  ReadyAsset("a1");
  ASSERT_TRUE(
      assets_.PutCaptions(kManager, "a1", {.lang = "ar", .label = "العربية", .path = "captions/ar-1.vtt"}).ok());
  ASSERT_TRUE(
      assets_.PutCaptions(kManager, "a1", {.lang = "en", .label = "English", .path = "captions/en-1.vtt"}).ok());
  auto asset = assets_.PutCaptions(kManager, "a1", {.lang = "ar", .label = "عربي", .path = "captions/ar-2.vtt"});
  ASSERT_EQ(asset->captions.size(), 2u);
  EXPECT_EQ(asset->captions[0].label, "عربي");
  EXPECT_EQ(*assets_.DueBlobRemovals(10), Strings{"media/a1/captions/ar-1.vtt"});
  EXPECT_EQ(assets_.DeleteCaptions(kManager, "a1", "en")->captions.size(), 1u);
  EXPECT_EQ(DetailOf(assets_.DeleteCaptions(kManager, "a1", "en").status()).reason, "captions_not_found");
  EXPECT_EQ(DetailOf(assets_.DeleteCaptions(kManager, "none", "en").status()).reason, "asset_not_found");
}

TEST_P(MediaStoresTest, OneLanguageOfTheCaptionsIsTheDefault) {
  ReadyAsset("a1");
  auto put = [&](const std::string& lang, bool is_default) {
    auto asset = assets_.PutCaptions(
        kManager, "a1", {.lang = lang, .label = lang, .path = "captions/" + lang + ".vtt", .is_default = is_default});
    return DefaultOf(*asset);
  };
  EXPECT_EQ(put("en", false), "en");
  EXPECT_EQ(put("ar", false), "en");
  EXPECT_EQ(put("fr", true), "fr");
  // Replacing a file does not take the place away.
  EXPECT_EQ(put("fr", false), "fr");
  EXPECT_EQ(DefaultOf(assets_.GetReady({"a1"})->front()), "fr");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "fr")), "ar");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "en")), "ar");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "ar")), "");
}

TEST_P(MediaStoresTest, AnUploadGoesFromItsFirstByteToTheQueue) {
  Asset("a1");
  EXPECT_EQ(uploads_.Get("a1")->metadata, "filename eA==");
  EXPECT_EQ(*uploads_.Get("a1")->length, 10);
  ASSERT_TRUE(uploads_.BeginAppend("a1", {.expires_at = clock_.Now() + 2 * kDay, .checked_from = 4}).ok());
  ASSERT_EQ(uploads_.Unchecked()->size(), 1u);
  EXPECT_EQ(*uploads_.Unchecked()->front().checked_from, 4);
  ASSERT_TRUE(uploads_.EndChecked("a1").ok());
  EXPECT_TRUE(uploads_.Unchecked()->empty());
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "queued");
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Fail("a1", "no").ok());
  EXPECT_FALSE(*uploads_.NeedsFile("a1"));
  EXPECT_EQ(DetailOf(uploads_.Get("none").status()).reason, "upload_not_found");
}

TEST_P(MediaStoresTest, OnlyUnfinishedUploadsExpire) {
  Asset("a1");
  ReadyAsset("a2");
  EXPECT_TRUE(uploads_.Expired()->empty());
  clock_.Advance(kDay);
  EXPECT_EQ(*uploads_.Expired(), Strings{"a1"});
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_EQ(DetailOf(uploads_.Delete("a1")).reason, "upload_not_found");
  EXPECT_EQ(DetailOf(assets_.Get("a1").status()).reason, "asset_not_found");
}

TEST_P(MediaStoresTest, DeletingAnUploadTakesItOutOfItsPart) {
  Asset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  int64_t start = *feed_.Head();
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_FALSE(courses_.Get({course.id})->front().parts[0].video.has_value());
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
}

TEST_P(MediaStoresTest, AJobIsClaimedOnceAndComesBackWhenItsHolderIsSilent) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(Claim(), "");
  clock_.Advance(JobStore::kLease - 1);
  ASSERT_TRUE(jobs_.Progress("a1", 10).ok());
  clock_.Advance(JobStore::kLease - 1);
  EXPECT_EQ(Claim(), "");
  clock_.Advance(2);
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(MediaStoresTest, AJobThatNeverEndsFailsAfterThreeAttemptsAndAStopIsNone) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.GiveBack("a1").ok());
  }
  for (int i = 0; i < JobStore::kMaxAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.Retry("a1", 1000).ok());
    EXPECT_EQ(Claim(), "");
    EXPECT_EQ(**jobs_.NextDue(JobQueue::kQuick), clock_.Now() + 1000);
    clock_.Advance(1000);
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(assets_.Get("a1")->status, "failed");
  EXPECT_FALSE(jobs_.NextDue(JobQueue::kQuick)->has_value());
}

TEST_P(MediaStoresTest, WhatADeletedAssetsJobRecordsIsNotFound) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_TRUE(absl::IsNotFound(jobs_.Progress("a1", 1)));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Publish("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Fail("a1", "no")));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Made("a1").status()));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Advance("a1", Stage::kEncode)));
  EXPECT_TRUE(absl::IsNotFound(jobs_.SetThumbnails("a1", "thumbnails.vtt")));
  EXPECT_TRUE(absl::IsNotFound(jobs_.AddRenditions("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Finish("a1")));
}

TEST_P(MediaStoresTest, WhatIsQuicklyDoneDoesNotWaitBehindWhatIsLong) {
  for (const char* id : {"long", "quick"}) {
    Asset(id);
    ASSERT_TRUE(uploads_.Complete(id, 10).ok());
    clock_.Advance(1);
  }
  ASSERT_EQ(Claim(), "long");
  ASSERT_TRUE(jobs_.Advance("long", Stage::kEncode).ok());
  EXPECT_EQ(assets_.Get("long")->status, "queued");
  EXPECT_EQ(Claim(JobQueue::kSlow), "long");
  EXPECT_EQ(assets_.Get("long")->status, "processing");
  EXPECT_EQ(Claim(JobQueue::kSlow), "");
  EXPECT_EQ(Claim(JobQueue::kQuick), "quick");
  EXPECT_EQ(*jobs_.Count(), 2);
}

TEST_P(MediaStoresTest, APublishedAssetIsReadyThroughAllThatIsAddedToIt) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_
                  .Publish("a1", {.duration = 3,
                                  .width = 1280,
                                  .height = 720,
                                  .hls = "master.m3u8",
                                  .key = "0123456789abcdef",
                                  .renditions = {{.height = 720, .bitrate = 2}}})
                  .ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Progress("a1", 50).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_EQ(assets_.Get("a1")->progress, 50);
  ASSERT_TRUE(jobs_.SetThumbnails("a1", "thumbnails.vtt").ok());
  ASSERT_TRUE(jobs_.Retry("a1", 10).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  ASSERT_TRUE(jobs_.Advance("a1", Stage::kLadder).ok());
  EXPECT_EQ(Claim(JobQueue::kQuick), "");
  ASSERT_EQ(Claim(JobQueue::kSlow), "a1");
  ProcessedMedia made = *jobs_.Made("a1");
  EXPECT_EQ(made.key, "0123456789abcdef");
  EXPECT_EQ(made.height, 720);
  EXPECT_EQ(made.thumbnails, "thumbnails.vtt");
  EXPECT_EQ(made.renditions.size(), 1u);
  ASSERT_TRUE(jobs_.AddRenditions("a1", {{.height = 360, .bitrate = 1}}).ok());
  ASSERT_TRUE(jobs_.Finish("a1").ok());
  AssetRecord asset = *assets_.Get("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_EQ(asset.renditions.size(), 2u);
  EXPECT_FALSE(*uploads_.NeedsFile("a1"));
  EXPECT_EQ(*jobs_.Count(), 0);
}

TEST_P(MediaStoresTest, AReadyAssetStaysReadyWhenAddingToItIsGivenUp) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  // The attempts of one stage do not count in the next.
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.Retry("a1", 0).ok());
  }
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Publish("a1", {.key = "0123456789abcdef"}).ok());
  for (int i = 0; i < JobStore::kMaxAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1") << i;
    ASSERT_TRUE(jobs_.Retry("a1", 0).ok());
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_EQ(*jobs_.Count(), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, MediaStoresTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
