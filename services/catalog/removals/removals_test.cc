#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "academy/catalog/v1/removals.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/removals/needed_files_store.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class RemovalsTest : public CatalogServerTest {
 protected:
  absl::Status Hold(bool continued = false) {
    std::unique_ptr<v1::Removals::Stub> removals = v1::Removals::NewStub(channel_);
    v1::HoldRequest request;
    request.set_id("backup");
    request.set_seconds(60);
    request.set_continued(continued);
    v1::HoldResponse response;
    return CallAs(backup_, *removals, &v1::Removals::Stub::Hold, request, response);
  }

  absl::Status Release() {
    std::unique_ptr<v1::Removals::Stub> removals = v1::Removals::NewStub(channel_);
    v1::ReleaseRequest request;
    request.set_id("backup");
    v1::ReleaseResponse response;
    return CallAs(backup_, *removals, &v1::Removals::Stub::Release, request, response);
  }

  NeededFiles Needed() {
    return *database_->Read([](soci::session& sql) -> absl::StatusOr<NeededFiles> { return ListNeededFiles(sql); });
  }

  const Caller backup_{.kind = CallerKind::kService, .id = "backup"};
};

TEST_F(RemovalsTest, ARemovedVideosBlobsStayUntilTheHoldIsReleased) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "video.mp4"));
  clock_.Advance(Sweeper::kUnusedLifetime + absl::Seconds(1));
  ASSERT_OK(Hold());
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(std::filesystem::exists(MediaOf(asset.id()) / "master.m3u8"));
  ASSERT_OK(Release());
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(MediaOf(asset.id())));
}

TEST_F(RemovalsTest, AHoldEndsByItself) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "video.mp4"));
  clock_.Advance(Sweeper::kUnusedLifetime + absl::Seconds(1));
  ASSERT_OK(Hold());
  clock_.Advance(absl::Seconds(61));
  EXPECT_THAT(Hold(/*continued=*/true), HasReason("hold_ended"));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(MediaOf(asset.id())));
}

TEST_F(RemovalsTest, TheFileOfAProcessedUploadStaysUntilTheHoldIsReleased) {
  ASSERT_OK(Hold());
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "video.mp4"));
  std::filesystem::path source = options_.folder / "uploads" / asset.id();
  EXPECT_TRUE(std::filesystem::exists(source));
  ASSERT_OK(Release());
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(source));
}

TEST_F(RemovalsTest, FilesAreNeededWhileRowsNameThem) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  v1::Asset played = UploadAndProcess(MakeMedia(kH264, "video.mp4"));
  std::string folder = "media/" + played.id() + "/";
  EXPECT_THAT(Needed().blobs, ElementsAre(folder + "master.m3u8", folder + "poster.jpg", folder + "thumbnails.vtt"));
  EXPECT_THAT(Needed().uploads, IsEmpty());
  v1::UploadState upload = CreateUpload(4);
  EXPECT_THAT(Needed().uploads, IsEmpty());
  ASSERT_OK(Append(upload.upload_id(), 0, "text", upload));
  EXPECT_THAT(Needed().uploads, ElementsAre(upload.upload_id()));
  ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "UPDATE jobs SET source_gone = 1");
    return absl::OkStatus();
  }));
  EXPECT_THAT(Needed().uploads, IsEmpty());
}

TEST_F(RemovalsTest, PeopleMayNotHold) {
  std::unique_ptr<v1::Removals::Stub> removals = v1::Removals::NewStub(channel_);
  v1::HoldRequest request;
  request.set_id("backup");
  request.set_seconds(60);
  v1::HoldResponse response;
  EXPECT_TRUE(absl::IsPermissionDenied(CallAs(manager_, *removals, &v1::Removals::Stub::Hold, request, response)));
}

}  // namespace
}  // namespace academy::catalog
