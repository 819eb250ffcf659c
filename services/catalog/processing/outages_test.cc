// Processing while the store, the disk or the uploaded file is away, with the real ffmpeg.
#include <filesystem>
#include <fstream>
#include <string>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class OutagesTest : public CatalogServerTest {
 protected:
  bool NothingHalfMade() {
    return fs::is_empty(options_.folder / "jobs") && fs::is_empty(options_.folder / "uploads") &&
           fs::is_empty(options_.blobs / ".drafts");
  }
  fs::path SourceOf(const std::string& id) { return options_.folder / "uploads" / id; }

  // Uploads a video that is not processed yet, and returns its id.
  std::string Queued() {
    std::string content = MakeMedia(kShort, "in.mp4");
    v1::UploadState state = CreateUpload(static_cast<int64_t>(content.size()));
    std::string id = state.upload_id();
    EXPECT_OK(Append(id, 0, content, state));
    return id;
  }
  // Uploads a video of which smaller sizes can be made, and processes it until only they are missing: for them there is
  // no space until `has_space_` is set.
  std::string ReadyWithoutSpaceForMore() {
    MakeMedia("-f lavfi -i testsrc2=size=1280x720:rate=5:duration=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p",
              "in.mp4");
    std::string content = ReadFile(folder_ / "work" / "in.mp4");
    v1::UploadState state = CreateUpload(static_cast<int64_t>(content.size()));
    std::string id = state.upload_id();
    EXPECT_OK(Append(id, 0, content, state));
    options_.free_space = [this, master = MediaOf(id) / "master.m3u8"](const fs::path&) {
      return has_space_ || !fs::exists(master) ? int64_t{1} << 40 : 0;
    };
    Restart();
    EXPECT_OK(catalog_->RunDueWork());
    return id;
  }
  // Makes the store refuse what is written.
  void EndStore() { std::ofstream(options_.blobs / "media") << "no folder"; }
  void RestoreStore() { fs::remove(options_.blobs / "media"); }
  // Makes the database fail changes of this kind.
  void RefuseInDatabase(const std::string& change) {
    ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      tx.sql() << "CREATE TRIGGER away " + change + " BEGIN SELECT RAISE(ABORT, 'away'); END";
      return absl::OkStatus();
    }));
  }
  void AllowInDatabase() {
    ASSERT_OK(database_->Write([](Transaction& tx) -> absl::Status {
      tx.sql() << "DROP TRIGGER away";
      return absl::OkStatus();
    }));
  }
  absl::Status Retry(const std::string& id) {
    v1::RetryAssetRequest request;
    request.set_asset_id(id);
    v1::RetryAssetResponse response;
    return Call(*assets_, &v1::Assets::Stub::RetryAsset, request, response);
  }

  bool has_space_ = false;
  static constexpr char kShort[] =
      "-f lavfi -i testsrc2=size=160x90:rate=10:duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p";
};

TEST_F(OutagesTest, AFullDiskIsWaitedForWithTheUploadKept) {
  int64_t free = int64_t{1} << 40;
  options_.free_space = [&](const fs::path&) { return free; };
  Restart();
  std::string id = Queued();
  free = 1000;
  // Three attempts were the end once.
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(catalog_->RunDueWork());
    EXPECT_EQ(GetAsset(id).status(), "queued");
    EXPECT_EQ(GetAsset(id).reason(), "disk_full");
    EXPECT_TRUE(fs::exists(SourceOf(id)));
    clock_.Advance(absl::Minutes(2));
  }
  free = int64_t{1} << 40;
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_FALSE(GetAsset(id).has_reason());
  EXPECT_TRUE(NothingHalfMade());
}

TEST_F(OutagesTest, AStoreThatIsAwayForADayCostsNothing) {
  std::string id = Queued();
  EndStore();
  for (int i = 0; i < 6; ++i) {
    ASSERT_OK(catalog_->RunDueWork());
    EXPECT_EQ(GetAsset(id).status(), "queued");
    EXPECT_EQ(GetAsset(id).reason(), "storage_unavailable");
    EXPECT_FALSE(GetAsset(id).has_failed_stage());
    clock_.Advance(absl::Hours(4));
  }
  Restart();
  EXPECT_TRUE(fs::exists(SourceOf(id)));
  RestoreStore();
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_EQ(GetAsset(id).progress(), 100);
  EXPECT_TRUE(NothingHalfMade());
}

TEST_F(OutagesTest, ADatabaseThatRefusesTheResultCostsOnlyTime) {
  std::string id = Queued();
  RefuseInDatabase("BEFORE UPDATE ON assets WHEN NEW.status = 'ready'");
  for (int i = 0; i < 5; ++i) {
    ASSERT_OK(catalog_->RunDueWork());
    EXPECT_EQ(GetAsset(id).status(), "queued");
    EXPECT_EQ(GetAsset(id).reason(), "database_unavailable");
    clock_.Advance(absl::Hours(1));
  }
  AllowInDatabase();
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_TRUE(NothingHalfMade());
}

TEST_F(OutagesTest, AFailureThatTheDatabaseCannotStoreIsStoredLater) {
  std::string id = Queued();
  RefuseInDatabase("BEFORE UPDATE ON jobs WHEN NEW.started = 0");
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "processing");
  // Long after the lease: this process has not forgotten that it was its job.
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "processing");
  AllowInDatabase();
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).reason(), "database_unavailable");
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
}

TEST_F(OutagesTest, ADatabaseThatCannotBeWrittenIsLoggedOncePerOutage) {
  std::string id = Queued();
  for (int outage = 0; outage < 2; ++outage) {
    RefuseInDatabase("BEFORE UPDATE ON jobs");
    testing::internal::CaptureStderr();
    for (int i = 0; i < 5; ++i) ASSERT_OK(catalog_->RunDueWork());
    std::string log = testing::internal::GetCapturedStderr();
    size_t first = log.find("jobs cannot be claimed");
    ASSERT_NE(first, std::string::npos) << log;
    EXPECT_EQ(log.find("jobs cannot be claimed", first + 1), std::string::npos) << log;
    AllowInDatabase();
    EndStore();
    ASSERT_OK(catalog_->RunDueWork());
    EXPECT_EQ(GetAsset(id).reason(), "storage_unavailable");
    RestoreStore();
    clock_.Advance(absl::Minutes(1));
  }
}

TEST_F(OutagesTest, WhatWaitedTooLongFailsWithTheUploadKeptAndIsTriedAgain) {
  std::string id = Queued();
  EndStore();
  for (int i = 0; i < 26; ++i) {
    ASSERT_OK(catalog_->RunDueWork());
    clock_.Advance(absl::Hours(2));
  }
  EXPECT_EQ(GetAsset(id).status(), "failed");
  EXPECT_EQ(GetAsset(id).reason(), "storage_unavailable");
  EXPECT_EQ(GetAsset(id).failed_stage(), "prepare");
  RestoreStore();
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "failed");
  ASSERT_OK(Retry(id));
  // Asking twice does nothing twice.
  ASSERT_OK(Retry(id));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_FALSE(GetAsset(id).has_reason());
}

TEST_F(OutagesTest, SmallerSizesWaitForSpaceWhileTheVideoIsReady) {
  std::string id = ReadyWithoutSpaceForMore();
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_EQ(GetAsset(id).reason(), "disk_full");
  EXPECT_FALSE(GetAsset(id).has_failed_stage());
  EXPECT_LT(GetAsset(id).progress(), 100);
  EXPECT_TRUE(fs::exists(SourceOf(id)));
  has_space_ = true;
  clock_.Advance(absl::Minutes(2));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).renditions_size(), 3);
  EXPECT_EQ(GetAsset(id).progress(), 100);
  EXPECT_TRUE(NothingHalfMade());
}

TEST_F(OutagesTest, AFailedUploadIsKeptForAMonthAndThenGone) {
  v1::Asset asset = UploadAndProcess("this is a text, not a video\n");
  ASSERT_EQ(asset.status(), "failed");
  EXPECT_EQ(asset.reason(), "not_video");
  EXPECT_EQ(asset.failed_stage(), "prepare");
  v1::Course course = CreateCourse("Flight");
  ASSERT_OK(SetVideo(course.id(), asset.id(), course));
  clock_.Advance(absl::Hours(29 * 24));
  Restart();
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(fs::exists(SourceOf(asset.id())));
  ASSERT_OK(Retry(asset.id()));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(asset.id()).status(), "failed");
  clock_.Advance(absl::Hours(31 * 24));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(fs::exists(SourceOf(asset.id())));
  EXPECT_EQ(GetAsset(asset.id()).error(), "The file is not a video");
  EXPECT_FALSE(GetAsset(asset.id()).has_failed_stage());
  EXPECT_THAT(Retry(asset.id()), HasReason("source_gone"));
}

TEST_F(OutagesTest, AFailedUploadThatNoLessonUsesIsNotSweptBeforeItsFile) {
  v1::Asset asset = UploadAndProcess("this is a text, not a video\n");
  clock_.Advance(absl::Hours(8 * 24));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(asset.id()).status(), "failed");
  EXPECT_TRUE(fs::exists(SourceOf(asset.id())));
  clock_.Advance(absl::Hours(30 * 24));
  ASSERT_OK(catalog_->RunDueWork());
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_THAT(Retry(asset.id()), HasReason("asset_not_found"));
}

TEST_F(OutagesTest, AMissingSourceIsWaitedFor) {
  std::string id = Queued();
  fs::rename(SourceOf(id), folder_ / "unmounted");
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).reason(), "source_missing");
  EXPECT_THAT(Retry(id), HasReason("source_gone"));
  fs::rename(folder_ / "unmounted", SourceOf(id));
  ASSERT_OK(Retry(id));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "ready");
  EXPECT_THAT(Retry("none"), HasReason("asset_not_found"));
}

TEST_F(OutagesTest, ABlobThatTheStoreDoesNotFindDeletesNoVideo) {
  std::string id = ReadyWithoutSpaceForMore();
  // The smaller sizes are cut as this playlist says.
  fs::rename(MediaOf(id) / "v0" / "index.m3u8", folder_ / "lost");
  has_space_ = true;
  clock_.Advance(absl::Minutes(2));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).reason(), "storage_unavailable");
  EXPECT_TRUE(fs::exists(SourceOf(id)));
  EXPECT_TRUE(fs::exists(MediaOf(id) / "master.m3u8"));
  fs::rename(folder_ / "lost", MediaOf(id) / "v0" / "index.m3u8");
  ASSERT_OK(Retry(id));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).renditions_size(), 3);
}

}  // namespace
}  // namespace academy::catalog
