// The contract of the assets' store, on every available engine.
#include "services/catalog/assets/asset_store.h"

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class AssetStoreTest : public StoresTest {
 protected:
  // Deletes what no part has used for a week.
  Strings DeleteUnused() {
    auto deleted = Write([&](Transaction& tx) -> absl::StatusOr<Strings> {
      Strings ids = ListUnusedAssets(tx.sql(), clock_.Now() - 7 * kDay);
      for (const std::string& id : ids) DeleteAsset(tx.sql(), id, clock_.Now());
      return ids;
    });
    EXPECT_OK(deleted);
    return *std::move(deleted);
  }
  absl::StatusOr<std::string> FindKey(const std::string& id) {
    return database_->Read([&](soci::session& sql) { return FindAssetKey(sql, id); });
  }
  std::vector<UploadInWork> ListInWork(int limit) {
    return Read([&](soci::session& sql) { return ListUploadsInWork(sql, limit); });
  }
};

TEST_P(AssetStoreTest, AnAssetIsKeptWhileAPartUsesItAndAWeekLonger) {
  ReadyAsset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  clock_.Advance(30 * kDay);
  EXPECT_EQ(DeleteUnused(), Strings{});
  CourseChange change;
  change.parts = std::vector<PartDraft>{};
  ASSERT_OK(Update(course.id, change));
  clock_.Advance(6 * kDay);
  EXPECT_EQ(DeleteUnused(), Strings{});
  clock_.Advance(2 * kDay);
  EXPECT_EQ(DeleteUnused(), Strings{"a1"});
  EXPECT_FALSE(FindAsset("a1").has_value());
}

TEST_P(AssetStoreTest, AnUnusedAssetIsKeptWhileItIsAtWorkOrCanBeTriedAgain) {
  Asset("a1");
  ASSERT_OK(Complete("a1"));
  clock_.Advance(8 * kDay);
  EXPECT_EQ(DeleteUnused(), Strings{});
  ASSERT_OK(Fail("a1", "damaged"));
  EXPECT_EQ(DeleteUnused(), Strings{});
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    GiveUpFailedJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_EQ(DeleteUnused(), Strings{"a1"});
}

TEST_P(AssetStoreTest, AReadyAssetHasItsKeyRenditionsAndPlayback) {
  ReadyAsset("a1");
  Asset("a2");
  AssetRecord asset = *FindAsset("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_DOUBLE_EQ(asset.duration, 12.5);
  ASSERT_EQ(asset.renditions.size(), 1u);
  EXPECT_EQ(asset.renditions[0].bitrate, 900'000);
  EXPECT_EQ(*FindKey("a1"), "0123456789abcdef");
  EXPECT_THAT(FindKey("a2"), HasReason("asset_not_found"));
  auto ready = Read([](soci::session& sql) { return FindReadyAssets(sql, {"a2", "none", "a1"}); });
  ASSERT_EQ(ready.size(), 1u);
  EXPECT_EQ(ready.front().hls, "master.m3u8");
}

TEST_P(AssetStoreTest, WhatIsInWorkIsListedWithItsPartUntilItIsReady) {
  ReadyAsset("a1");
  Asset("a2");
  Asset("a3");
  CourseRecord course = Course("Film", {{.id = "", .title = "One", .description = "", .asset_id = "a2"}});
  std::vector<UploadInWork> uploads = ListInWork(100);
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
  EXPECT_EQ(ListInWork(1).size(), 1u);

  EXPECT_OK(Complete("a3"));
  EXPECT_EQ(Claim(), "a3");
  EXPECT_OK(Fail("a3", "not a video"));
  EXPECT_EQ(ListInWork(100)[0].error, "not a video");
  EXPECT_EQ(ListInWork(100)[0].reason, "not_video");
  EXPECT_EQ(ListInWork(100)[0].failed_stage, "prepare");
}

TEST_P(AssetStoreTest, AReadyVideoOfWhichSomethingFailedIsListedToo) {
  Asset("a1");
  ASSERT_OK(Complete("a1"));
  EXPECT_EQ(Claim(), "a1");
  ASSERT_OK(Publish("a1", {.key = "0123456789abcdef"}));
  EXPECT_TRUE(ListInWork(100).empty());
  ASSERT_OK(Write([&](Transaction& tx) { return AdvanceJob(tx, Held(tx, "a1"), Stage::kLadder, clock_.Now()); }));
  ASSERT_OK(Fail("a1", "no sizes"));
  ASSERT_EQ(ListInWork(100).size(), 1u);
  EXPECT_EQ(ListInWork(100)[0].status, kReady);
  EXPECT_EQ(ListInWork(100)[0].failed_stage, "ladder");
}

TEST_P(AssetStoreTest, ChangesOfAnUnknownAssetAreNotFound) {
  EXPECT_THAT(Write([](Transaction& tx) { return SetAssetStatus(tx.sql(), "none", kReady, 100); }),
              HasReason("asset_not_found"));
  EXPECT_THAT(Write([](Transaction& tx) { return SetAssetStatusUnlessReady(tx.sql(), "none", kQueued); }),
              HasReason("asset_not_found"));
  EXPECT_THAT(Write([](Transaction& tx) { return SetAssetProgress(tx.sql(), "none", 1); }),
              HasReason("asset_not_found"));
}

INSTANTIATE_TEST_SUITE_P(Engines, AssetStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
