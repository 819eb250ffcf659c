// Processing of uploads that are in the object store, as it is where several processes share the work.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

S3Server& TheStore() {
  static S3Server server;
  return server;
}

class StoreProcessingTest : public CatalogServerTest {
 protected:
  void SetUp() override {
    ASSERT_NE(TheStore().endpoint(), "") << TheStore().error();
    std::string prefix = "test-" + Hex(RandomBytes(8));
    S3Options options;
    options.endpoint = TheStore().endpoint();
    options.bucket = S3Server::kBucket;
    options.prefix = prefix + "/";
    options.region = S3Server::kRegion;
    options.access_key = S3Server::kAccessKey;
    options.secret_key = S3Server::kSecretKey;
    blobs_.emplace(options);
    options_.s3_credentials = folder_ / "secrets";
    std::ofstream(options_.s3_credentials) << "aws_access_key_id = " << S3Server::kAccessKey
                                           << "\naws_secret_access_key = " << S3Server::kSecretKey << "\n";
    fs::permissions(options_.s3_credentials, fs::perms::owner_read | fs::perms::owner_write);
    options_.blobs_url =
        "s3://academy/" + prefix + "?region=" + S3Server::kRegion + "&endpoint=" + TheStore().endpoint();
    options_.uploads_in_store = true;
    Restart();
  }

  std::vector<std::string> Keys(const std::string& folder) {
    std::vector<std::string> keys;
    absl::StatusOr<std::vector<BlobEntry>> entries = blobs_->List(folder);
    EXPECT_OK(entries);
    for (const BlobEntry& entry : *entries) keys.push_back(entry.key);
    return keys;
  }

  // The video as players get it, in the test's folder of work.
  std::string Play(const std::string& id, const std::string& playlist) {
    fs::path own = folder_ / "work" / id;
    for (const std::string& key : Keys("media/" + id)) {
      fs::path file = own / key.substr(("media/" + id + "/").size());
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << *ReadBlob(*blobs_, key, 64 << 20);
    }
    v1::GetMediaKeyRequest request;
    request.set_asset_id(id);
    v1::GetMediaKeyResponse response;
    EXPECT_OK(CallAs(service_, *playback_, &v1::Playback::Stub::GetMediaKey, request, response));
    std::ofstream(own / "key", std::ios::binary) << response.key();
    return Shell("ffmpeg -v error -allowed_extensions ALL -protocol_whitelist file,crypto -i '" +
                 (own / playlist).string() + "' -map 0:v -c copy -f md5 -");
  }

  std::optional<S3Blobs> blobs_;
};

TEST_F(StoreProcessingTest, AVideoIsMadeOfTheStoresUploadInFoldersOfItsAttempts) {
  std::string content = MakeMedia(kH264, "in.mp4");
  v1::Asset asset = UploadAndProcess(content);
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(asset.progress(), 100);
  v1::BatchGetPlaybackResponse playback = Playback(asset.id());
  ASSERT_EQ(playback.playback_size(), 1);
  EXPECT_EQ(playback.playback(0).hls(), "1/master.m3u8");
  EXPECT_EQ(playback.playback(0).poster(), "1/poster.jpg");
  EXPECT_EQ(playback.playback(0).thumbnails(), "2/thumbnails.vtt");
  EXPECT_EQ(Play(asset.id(), "1/master.m3u8"), Shell("ffmpeg -v error -i in.mp4 -map 0:v -c copy -f md5 -"));
  EXPECT_TRUE(fs::is_empty(options_.folder / "jobs"));
  EXPECT_TRUE(fs::is_empty(options_.folder / "uploads"));

  // The next sweeps remove the source, once more an hour later, and nothing of the video.
  std::vector<std::string> before = Keys("media");
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_THAT(Keys("uploads"), testing::IsEmpty());
  clock_.Advance(absl::Hours(2));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(Keys("media"), before);
}

TEST_F(StoreProcessingTest, ALadderRefersToTheFirstRenditionWhereItIs) {
  v1::Asset asset = UploadAndProcess(MakeMedia(
      "-f lavfi -i testsrc2=size=640x480:rate=10:duration=3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20",
      "in.mp4"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  ASSERT_EQ(asset.renditions_size(), 3);
  std::string hls = Playback(asset.id()).playback(0).hls();
  EXPECT_EQ(hls, "3/master.m3u8");
  std::string master = *ReadBlob(*blobs_, "media/" + asset.id() + "/" + hls);
  EXPECT_NE(master.find("\n../1/v0/index.m3u8\n"), master.npos) << master;
  EXPECT_NE(master.find("\nv1/index.m3u8\n"), master.npos) << master;
  EXPECT_NE(master.find("\nv2/index.m3u8\n"), master.npos) << master;
  EXPECT_NE(Play(asset.id(), hls).find("MD5="), std::string::npos);
  Play(asset.id(), "3/v1/index.m3u8");
  Play(asset.id(), "3/v2/index.m3u8");
}

TEST_F(StoreProcessingTest, WhatAnAttemptThatFailedHasStoredIsRemoved) {
  std::string id = CreateUpload(5).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "12345", state));
  ASSERT_OK(blobs_->Put("media/" + id + "/1/v0/seg-00000.m4s", "half"));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetAsset(id).status(), "failed");
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_THAT(Keys("media"), testing::IsEmpty());
  // It can be tried again.
  EXPECT_EQ(Keys("uploads"), std::vector<std::string>{"uploads/" + id + "/source"});
}

TEST_F(StoreProcessingTest, AnEmptyUploadFailsAsInAFolder) {
  v1::Asset asset = UploadAndProcess("");
  EXPECT_EQ(asset.status(), "failed");
  EXPECT_FALSE(asset.error().empty());
}

TEST_F(StoreProcessingTest, AnUploadInPiecesGoesOnOverARestart) {
  std::string content = RandomBytes(6'000'000);
  std::string id = CreateUpload(6'000'000).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, content.substr(0, 100'001), state));
  Restart();
  EXPECT_EQ(GetUpload(id)->offset(), 100'001);
  ASSERT_OK(Append(id, 100'001, content.substr(100'001), state));
  EXPECT_EQ(state.offset(), 6'000'000);
  EXPECT_EQ(GetAsset(id).status(), "queued");
  EXPECT_TRUE(*ReadBlob(*blobs_, "uploads/" + id + "/source", 64 << 20) == content);
  EXPECT_OK(Append(id, 6'000'000, "", state));
}

TEST_F(StoreProcessingTest, FlagsThatDoNotFitTogetherAreRefused) {
  CatalogOptions options = options_;
  options.folder = folder_ / "other";
  options.database_url = (folder_ / "other.db").string();
  options.blobs_url.clear();
  EXPECT_THAT(CatalogServer::Create(options, clock_), HasReason("invalid_flag"));
  options.uploads_in_store = false;
  options.encode_elsewhere = true;
  EXPECT_THAT(CatalogServer::Create(options, clock_), HasReason("invalid_flag"));
}

}  // namespace
}  // namespace academy::catalog
