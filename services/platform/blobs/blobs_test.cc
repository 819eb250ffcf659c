#include "services/platform/blobs/blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/blobs/folder_blobs.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/s3_options.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kPartSize = 256 * 1024;

// One store for all tests of the process; each test uses its own prefix.
S3Server& Store() {
  static S3Server server;
  return server;
}

S3Options OptionsOf(const std::string& prefix) {
  S3Options options;
  options.endpoint = Store().endpoint();
  options.bucket = S3Server::kBucket;
  options.prefix = prefix;
  options.region = S3Server::kRegion;
  options.access_key = S3Server::kAccessKey;
  options.secret_key = S3Server::kSecretKey;
  options.first_pause = absl::Milliseconds(1);
  options.part_size = kPartSize;
  return options;
}

std::string Noise(size_t size) {
  std::string text(size, '\0');
  uint32_t state = 12345;
  for (char& c : text) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return text;
}

class BlobsTestBase : public testing::Test {
 protected:
  BlobsTestBase() : folder_(fs::temp_directory_path() / ("blobs_" + Hex(RandomBytes(8)))) {
    fs::create_directories(folder_);
  }
  ~BlobsTestBase() override { fs::remove_all(folder_); }

  fs::path WriteFile(const std::string& name, const std::string& content) {
    fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  const fs::path folder_;
};

enum class Kind { kFolder, kS3 };

class BlobsTest : public BlobsTestBase, public testing::WithParamInterface<Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == Kind::kFolder) {
      blobs_ = *FolderBlobs::Create(folder_ / "blobs");
      return;
    }
    ASSERT_NE(Store().endpoint(), "") << Store().error();
    blobs_ = std::make_unique<S3Blobs>(OptionsOf("test-" + Hex(RandomBytes(8)) + "/"));
  }

  std::unique_ptr<Blobs> blobs_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, BlobsTest, testing::Values(Kind::kFolder, Kind::kS3),
                         [](const auto& kind) { return kind.param == Kind::kFolder ? "Folder" : "S3"; });

TEST_P(BlobsTest, PutContentIsReadBackInWholeAndInParts) {
  ASSERT_OK(blobs_->Put("media/a/v0/seg-00000.m4s", "0123456789"));
  EXPECT_EQ(*ReadBlob(*blobs_, "media/a/v0/seg-00000.m4s"), "0123456789");
  EXPECT_EQ(*blobs_->Size("media/a/v0/seg-00000.m4s"), 10);

  auto blob = blobs_->Open("media/a/v0/seg-00000.m4s");
  ASSERT_OK(blob);
  char buffer[8];
  EXPECT_EQ(*(*blob)->ReadAt(7, buffer, sizeof(buffer)), 3u);
  EXPECT_EQ(std::string(buffer, 3), "789");
  EXPECT_EQ(*(*blob)->ReadAt(0, buffer, 2), 2u);
  EXPECT_EQ(std::string(buffer, 2), "01");
  EXPECT_EQ(*(*blob)->ReadAt(10, buffer, sizeof(buffer)), 0u);
}

TEST_P(BlobsTest, AnEmptyBlobIsABlob) {
  ASSERT_OK(blobs_->Put("a", ""));
  EXPECT_EQ(*blobs_->Size("a"), 0);
  EXPECT_EQ(*ReadBlob(*blobs_, "a"), "");
}

TEST_P(BlobsTest, ABlobKnowsWhenItWasStored) {
  ASSERT_OK(blobs_->Put("a", "x"));
  UnixMillis modified = (*blobs_->Open("a"))->modified();
  EXPECT_LT(std::abs(modified - Clock::System().Now()), 60'000);
}

TEST_P(BlobsTest, PutFileTakesTheFileAway) {
  fs::path source = WriteFile("source", "content");
  ASSERT_OK(blobs_->PutFile("images/a.webp", source));
  EXPECT_FALSE(fs::exists(source));
  EXPECT_EQ(*ReadBlob(*blobs_, "images/a.webp"), "content");
}

TEST_P(BlobsTest, AFileOfManyPartsIsTheSameAfterwards) {
  for (int64_t size : {kPartSize, kPartSize + 1, 3 * kPartSize, 3 * kPartSize + 17}) {
    std::string content = Noise(static_cast<size_t>(size));
    ASSERT_OK(blobs_->PutFile("media/large.mp4", WriteFile("source", content))) << size;
    EXPECT_EQ(*blobs_->Size("media/large.mp4"), size);
    EXPECT_EQ(*ReadBlob(*blobs_, "media/large.mp4"), content);
  }
}

TEST_P(BlobsTest, AFileThatIsNotThereIsNotStored) {
  EXPECT_THAT(blobs_->PutFile("a", folder_ / "none"), HasReason("storage_error"));
  EXPECT_THAT(blobs_->Open("a"), HasReason("blob_not_found"));
}

TEST_P(BlobsTest, AfterReplacingTheEntityTagIsAnotherAndReadersNeverSeeBoth) {
  ASSERT_OK(blobs_->Put("images/a.webp", "old"));
  auto old_blob = *blobs_->Open("images/a.webp");
  EXPECT_EQ(old_blob->etag().front(), '"');
  EXPECT_EQ(old_blob->etag().back(), '"');
  ASSERT_OK(blobs_->Put("images/a.webp", "new"));
  EXPECT_NE(old_blob->etag(), (*blobs_->Open("images/a.webp"))->etag());
  char buffer[3];
  absl::StatusOr<size_t> got = old_blob->ReadAt(0, buffer, 3);
  if (got.ok()) {
    EXPECT_EQ(std::string(buffer, *got), "old");
  } else {
    EXPECT_THAT(got, HasReason("storage_error"));
  }
  EXPECT_EQ(*ReadBlob(*blobs_, "images/a.webp"), "new");
}

TEST_P(BlobsTest, RemovingIsByBlobOrByFolderAndNeverFailsForNothing) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "1"));
  ASSERT_OK(blobs_->Put("media/a/v0/init.mp4", "2"));
  ASSERT_OK(blobs_->Put("media/ab/poster.jpg", "3"));
  ASSERT_OK(blobs_->Put("images/one.webp", "4"));
  EXPECT_OK(blobs_->Remove("media/a/poster.jpg"));
  EXPECT_OK(blobs_->Remove("media/a/poster.jpg"));
  EXPECT_THAT(blobs_->Open("media/a/poster.jpg"), HasReason("blob_not_found"));
  EXPECT_OK(blobs_->RemoveAll("media/a"));
  EXPECT_OK(blobs_->RemoveAll("media/a"));
  EXPECT_THAT(blobs_->Size("media/a/v0/init.mp4"), HasReason("blob_not_found"));
  EXPECT_EQ(*ReadBlob(*blobs_, "media/ab/poster.jpg"), "3");
  EXPECT_OK(blobs_->RemoveAll("images/one.webp"));
  EXPECT_THAT(blobs_->Open("images/one.webp"), HasReason("blob_not_found"));
}

TEST_P(BlobsTest, AListHasEveryBlobBelowAFolder) {
  using testing::ElementsAre;
  using testing::FieldsAre;
  ASSERT_OK(blobs_->Put("media/b/v0/init.mp4", "12"));
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "1"));
  ASSERT_OK(blobs_->Put("media-files", "123"));
  EXPECT_THAT(*blobs_->List("media"),
              ElementsAre(FieldsAre("media/a/poster.jpg", 1), FieldsAre("media/b/v0/init.mp4", 2)));
  EXPECT_EQ(blobs_->List("")->size(), 3U);
  EXPECT_EQ(blobs_->List("nothing")->size(), 0U);
  EXPECT_THAT(blobs_->List("../media"), HasReason("blob_key_invalid"));
}

TEST_P(BlobsTest, AFolderIsNoBlob) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "1"));
  EXPECT_THAT(blobs_->Open("media/a"), HasReason("blob_not_found"));
  EXPECT_THAT(blobs_->Size("media"), HasReason("blob_not_found"));
}

TEST_P(BlobsTest, KeysThatCouldLeaveTheFolderAreRefused) {
  WriteFile("secret", "secret");
  for (const char* key : {"../secret", "/etc/passwd", "", "a/../../secret", "a//b", "a/", "/", ".drafts/x", "a/.b",
                          "a\\b", "a b", "a\nb", "a%2fb", "\xd9\x85"}) {
    EXPECT_FALSE(IsBlobKey(key)) << key;
    EXPECT_THAT(blobs_->Open(key), HasReason("blob_key_invalid")) << key;
    EXPECT_THAT(blobs_->Size(key), HasReason("blob_key_invalid")) << key;
    EXPECT_THAT(blobs_->Put(key, "x"), HasReason("blob_key_invalid")) << key;
    EXPECT_THAT(blobs_->PutFile(key, folder_ / "secret"), HasReason("blob_key_invalid")) << key;
    EXPECT_THAT(blobs_->Remove(key), HasReason("blob_key_invalid")) << key;
    EXPECT_THAT(blobs_->RemoveAll(key), HasReason("blob_key_invalid")) << key;
  }
  EXPECT_FALSE(IsBlobKey(std::string(600, 'a')));
}

TEST_P(BlobsTest, WhatIsTooLargeForOnePieceIsNotReadInOne) {
  ASSERT_OK(blobs_->Put("a", "0123456789"));
  EXPECT_THAT(ReadBlob(*blobs_, "a", 9), HasReason("too_large"));
}

class FolderBlobsTest : public BlobsTestBase {
 protected:
  const std::unique_ptr<FolderBlobs> blobs_ = *FolderBlobs::Create(folder_ / "blobs");
};

TEST_F(FolderBlobsTest, OpenReadersKeepWhatTheyOpened) {
  ASSERT_OK(blobs_->Put("images/a.webp", "old"));
  auto blob = *blobs_->Open("images/a.webp");
  EXPECT_GE(blob->descriptor(), 0);
  ASSERT_OK(blobs_->Put("images/a.webp", "new"));
  char buffer[3];
  ASSERT_EQ(*blob->ReadAt(0, buffer, 3), 3u);
  EXPECT_EQ(std::string(buffer, 3), "old");
}

TEST_F(FolderBlobsTest, ASymbolicLinkIsNoBlob) {
  ASSERT_OK(blobs_->Put("media/a", "1"));
  fs::create_symlink("/etc/passwd", folder_ / "blobs" / "media" / "link");
  EXPECT_THAT(blobs_->Open("media/link"), HasReason("blob_not_found"));
}

TEST_F(FolderBlobsTest, AFailedPutLeavesNothingBehind) {
  ASSERT_OK(blobs_->Put("media/a", "a blob where a folder would have to be"));
  EXPECT_THAT(blobs_->Put("media/a/b", "x"), HasReason("storage_error"));
  EXPECT_TRUE(fs::is_empty(folder_ / "blobs" / ".drafts"));
}

class S3BlobsTest : public BlobsTestBase {
 protected:
  void SetUp() override {
    ASSERT_NE(Store().endpoint(), "") << Store().error();
    options_ = OptionsOf("test-" + Hex(RandomBytes(8)) + "/");
  }

  S3Options options_;
};

TEST_F(S3BlobsTest, WhatFailsForAMomentIsTriedAgain) {
  S3Blobs blobs(options_);
  ASSERT_OK(blobs.Put("a", "content"));
  Store().Control("fail?times=3&status=503");
  EXPECT_EQ(*ReadBlob(blobs, "a"), "content");
  Store().Control("cut?times=1&bytes=3");
  EXPECT_EQ(*ReadBlob(blobs, "a"), "content");
  Store().Control("fail?times=1&status=500");
  EXPECT_OK(blobs.PutFile("b", WriteFile("source", Noise(2 * kPartSize))));
}

TEST_F(S3BlobsTest, AStoreThatSaysNothingIsAskedAgain) {
  ASSERT_OK(S3Blobs(options_).Put("a", "content"));
  options_.stall_timeout = absl::Seconds(1);
  Store().Control("stall?times=1");
  EXPECT_EQ(*S3Blobs(options_).Size("a"), 7);
}

TEST_F(S3BlobsTest, WhatFailsForLongIsAnError) {
  S3Blobs blobs(options_);
  Store().Control("fail?times=4&status=503");
  fs::path source = WriteFile("source", "content");
  EXPECT_THAT(blobs.PutFile("a", source), HasReason("storage_error"));
  EXPECT_TRUE(fs::exists(source));
  options_.endpoint = "http://127.0.0.1:1";
  EXPECT_THAT(S3Blobs(options_).Open("a"), HasReason("storage_error"));
}

TEST_F(S3BlobsTest, ASecretThatIsWrongIsAnErrorAndNoMissingFile) {
  options_.secret_key = "another";
  EXPECT_THAT(S3Blobs(options_).Open("a"), HasReason("storage_error"));
  EXPECT_THAT(S3Blobs(options_).Put("a", "x"), HasReason("storage_error"));
}

TEST_F(S3BlobsTest, TemporaryCredentialsAreSigned) {
  options_.session_token = "a token+/=";
  S3Blobs blobs(options_);
  EXPECT_OK(blobs.Put("a", "x"));
  EXPECT_EQ(*ReadBlob(blobs, "a"), "x");
}

TEST_F(S3BlobsTest, AFolderOfMoreThanOneListIsRemovedWhole) {
  S3Blobs blobs(options_);
  for (int i = 0; i < 1003; ++i) ASSERT_OK(blobs.Put("media/a/" + std::to_string(i) + ".m4s", "x"));
  ASSERT_OK(blobs.RemoveAll("media/a"));
  for (int i : {0, 500, 999, 1000, 1002}) {
    EXPECT_THAT(blobs.Open("media/a/" + std::to_string(i) + ".m4s"), HasReason("blob_not_found")) << i;
  }
}

TEST_F(S3BlobsTest, AFlagChooses) {
  fs::path secrets = WriteFile("secrets", "[default]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n");
  std::string url = std::string("s3://academy/chosen?region=eu-test-1&endpoint=") + Store().endpoint();
  auto blobs = OpenBlobs({.url = url, .s3_credentials = secrets, .folder = {}});
  ASSERT_OK(blobs);
  EXPECT_OK((*blobs)->Put("a", "x"));
  EXPECT_EQ(*(*OpenBlobs({.url = url, .s3_credentials = secrets, .folder = {}}))->Size("a"), 1);
  EXPECT_NE(*OpenBlobStreams({.url = url, .s3_credentials = secrets, .folder = {}}), nullptr);
  EXPECT_EQ(*OpenBlobStreams({.url = {}, .s3_credentials = {}, .folder = folder_}), nullptr);
  EXPECT_OK(OpenBlobs({.url = {}, .s3_credentials = {}, .folder = folder_ / "blobs"}));
  EXPECT_TRUE(fs::is_directory(folder_ / "blobs"));
}

}  // namespace
}  // namespace academy
