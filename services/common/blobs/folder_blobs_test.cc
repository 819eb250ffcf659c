#include "services/common/blobs/folder_blobs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "services/common/ids.h"
#include "services/common/status.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

class FolderBlobsTest : public testing::Test {
 protected:
  FolderBlobsTest() : folder_(fs::temp_directory_path() / ("blobs_" + Hex(RandomBytes(8)))) {
    blobs_ = *FolderBlobs::Create(folder_ / "blobs");
  }
  ~FolderBlobsTest() override { fs::remove_all(folder_); }

  fs::path WriteFile(const std::string& name, const std::string& content) {
    fs::path path = folder_ / name;
    std::ofstream(path) << content;
    return path;
  }

  fs::path folder_;
  std::unique_ptr<FolderBlobs> blobs_;
};

TEST_F(FolderBlobsTest, PutContentIsReadBackInWholeAndInParts) {
  ASSERT_TRUE(blobs_->Put("media/a/v0/seg-00000.m4s", "0123456789").ok());
  EXPECT_EQ(*ReadBlob(*blobs_, "media/a/v0/seg-00000.m4s"), "0123456789");
  EXPECT_EQ(*blobs_->Size("media/a/v0/seg-00000.m4s"), 10);

  auto blob = blobs_->Open("media/a/v0/seg-00000.m4s");
  ASSERT_TRUE(blob.ok());
  char buffer[8];
  EXPECT_EQ(*(*blob)->ReadAt(7, buffer, sizeof(buffer)), 3u);
  EXPECT_EQ(std::string(buffer, 3), "789");
  EXPECT_EQ(*(*blob)->ReadAt(10, buffer, sizeof(buffer)), 0u);
  EXPECT_GE((*blob)->descriptor(), 0);
}

TEST_F(FolderBlobsTest, PutFileTakesTheFileAway) {
  fs::path source = WriteFile("source", "content");
  ASSERT_TRUE(blobs_->PutFile("images/a.webp", source).ok());
  EXPECT_FALSE(fs::exists(source));
  EXPECT_EQ(*ReadBlob(*blobs_, "images/a.webp"), "content");
}

TEST_F(FolderBlobsTest, ReplacingChangesTheEntityTagAndLeavesOpenReadersAlone) {
  ASSERT_TRUE(blobs_->Put("images/a.webp", "old").ok());
  auto old_blob = *blobs_->Open("images/a.webp");
  ASSERT_TRUE(blobs_->Put("images/a.webp", "new").ok());
  EXPECT_NE(old_blob->etag(), (*blobs_->Open("images/a.webp"))->etag());
  char buffer[3];
  ASSERT_EQ(*old_blob->ReadAt(0, buffer, 3), 3u);
  EXPECT_EQ(std::string(buffer, 3), "old");
  EXPECT_EQ(*ReadBlob(*blobs_, "images/a.webp"), "new");
}

TEST_F(FolderBlobsTest, RemovingIsByBlobOrByFolderAndNeverFailsForNothing) {
  ASSERT_TRUE(blobs_->Put("media/a/poster.jpg", "1").ok());
  ASSERT_TRUE(blobs_->Put("media/a/v0/init.mp4", "2").ok());
  ASSERT_TRUE(blobs_->Put("media/ab/poster.jpg", "3").ok());
  EXPECT_TRUE(blobs_->Remove("media/a/poster.jpg").ok());
  EXPECT_TRUE(blobs_->Remove("media/a/poster.jpg").ok());
  EXPECT_EQ(DetailOf(blobs_->Open("media/a/poster.jpg").status()).reason, "blob_not_found");
  EXPECT_TRUE(blobs_->RemoveAll("media/a").ok());
  EXPECT_TRUE(blobs_->RemoveAll("media/a").ok());
  EXPECT_EQ(DetailOf(blobs_->Size("media/a/v0/init.mp4").status()).reason, "blob_not_found");
  EXPECT_EQ(*ReadBlob(*blobs_, "media/ab/poster.jpg"), "3");
}

TEST_F(FolderBlobsTest, KeysThatCouldLeaveTheFolderAreRefused) {
  WriteFile("secret", "secret");
  for (const char* key : {"../secret", "/etc/passwd", "", "a/../../secret", "a//b", "a/", "/", ".drafts/x", "a/.b",
                          "a\\b", "a b", "a\nb", "a%2fb", "\xd9\x85"}) {
    EXPECT_FALSE(IsBlobKey(key)) << key;
    EXPECT_EQ(DetailOf(blobs_->Open(key).status()).reason, "blob_key_invalid") << key;
    EXPECT_EQ(DetailOf(blobs_->Put(key, "x")).reason, "blob_key_invalid") << key;
    EXPECT_EQ(DetailOf(blobs_->Remove(key)).reason, "blob_key_invalid") << key;
    EXPECT_EQ(DetailOf(blobs_->RemoveAll(key)).reason, "blob_key_invalid") << key;
  }
  EXPECT_FALSE(IsBlobKey(std::string(600, 'a')));
}

TEST_F(FolderBlobsTest, AFolderOrASymbolicLinkIsNoBlob) {
  ASSERT_TRUE(blobs_->Put("media/a/poster.jpg", "1").ok());
  EXPECT_EQ(DetailOf(blobs_->Open("media/a").status()).reason, "blob_not_found");
  fs::create_symlink("/etc/passwd", folder_ / "blobs" / "media" / "link");
  EXPECT_EQ(DetailOf(blobs_->Open("media/link").status()).reason, "blob_not_found");
}

TEST_F(FolderBlobsTest, AFailedPutLeavesNothingBehind) {
  ASSERT_TRUE(blobs_->Put("media/a", "a blob where a folder would have to be").ok());
  EXPECT_EQ(DetailOf(blobs_->Put("media/a/b", "x")).reason, "storage_error");
  EXPECT_TRUE(fs::is_empty(folder_ / "blobs" / ".drafts"));
}

}  // namespace
}  // namespace academy
