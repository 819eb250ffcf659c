// What a power cut leaves of blobs in folders: that which was synced. The rest is in blobs_test.cc.
#include "services/platform/blobs/folder_blobs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string>

#include "absl/synchronization/mutex.h"
#include "services/platform/testing/status_matchers.h"

namespace {

absl::Mutex mutex;
// The inodes of what was synced.
std::set<ino_t>& Synced() {
  static auto* const inodes = new std::set<ino_t>();
  return *inodes;
}
// The inode of what cannot be synced; 0 for none.
std::atomic<ino_t> refused = 0;

}  // namespace

// Stands before the C library's.
extern "C" int fsync(int fd) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return -1;
  if (info.st_ino == refused) {
    errno = EIO;
    return -1;
  }
  int failed = static_cast<int>(::syscall(SYS_fsync, fd));
  absl::MutexLock lock(&mutex);
  if (failed == 0) Synced().insert(info.st_ino);
  return failed;
}

namespace academy {
namespace {

namespace fs = std::filesystem;

class FolderBlobsTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    blobs_ = *FolderBlobs::Create(folder_);
    Forget();
  }

  static void Forget() {
    absl::MutexLock lock(&mutex);
    Synced().clear();
  }
  static ino_t InodeOf(const fs::path& path) {
    struct stat info {};
    EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
    return info.st_ino;
  }
  bool IsSynced(const std::string& name) const {
    ino_t inode = InodeOf(folder_ / name);
    absl::MutexLock lock(&mutex);
    return Synced().contains(inode);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "blobs";
  std::unique_ptr<FolderBlobs> blobs_;
};

TEST_F(FolderBlobsTest, ANewBlobsFoldersAreDurable) {
  ASSERT_OK(blobs_->Put("media/a/v0/index.m3u8", "content"));
  for (const char* name : {".", "media", "media/a", "media/a/v0", "media/a/v0/index.m3u8"}) {
    EXPECT_TRUE(IsSynced(name)) << name;
  }
}

TEST_F(FolderBlobsTest, FoldersThatSomebodyElseMadeAreMadeDurable) {
  fs::create_directories(folder_ / "media/a");
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  for (const char* name : {".", "media", "media/a"}) EXPECT_TRUE(IsSynced(name)) << name;
}

TEST_F(FolderBlobsTest, AFolderThatCouldNotBeMadeDurableIsSyncedByTheNextAttempt) {
  fs::create_directory(folder_ / "media");
  refused = InodeOf(folder_ / "media");
  EXPECT_THAT(blobs_->Put("media/a/poster.jpg", "content"), HasReason("storage_error"));
  refused = 0;
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  EXPECT_TRUE(IsSynced("media"));
}

TEST_F(FolderBlobsTest, AFolderThatWasRemovedIsMadeDurableOnceMore) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  ASSERT_OK(blobs_->RemoveAll("media"));
  Forget();
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  for (const char* name : {".", "media", "media/a"}) EXPECT_TRUE(IsSynced(name)) << name;
}

TEST_F(FolderBlobsTest, FoldersThatAreKnownToBeDurableAreNotSyncedForEachBlob) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  Forget();
  ASSERT_OK(blobs_->Put("media/a/master.m3u8", "content"));
  EXPECT_TRUE(IsSynced("media/a"));
  EXPECT_FALSE(IsSynced("media"));
}

TEST_F(FolderBlobsTest, ARootWithASlashAtItsEndIsTheSame) {
  blobs_ = *FolderBlobs::Create(folder_.string() + "/");
  ASSERT_OK(blobs_->Put("a/b", "content"));
  EXPECT_THAT(ReadBlob(*blobs_, "a/b", 100), IsOkAndHolds("content"));
}

TEST_F(FolderBlobsTest, ANewRootIsDurableWithWhatSurroundsIt) {
  fs::path root = folder_ / "one/two";
  Forget();
  ASSERT_OK(FolderBlobs::Create(root));
  EXPECT_TRUE(IsSynced("."));
  EXPECT_TRUE(IsSynced("one"));
}

TEST_F(FolderBlobsTest, ABlobInMemoryIsOpenedWithoutWaitingForTheDisk) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Blob> blob, blobs_->Open("media/a/poster.jpg"));
  std::unique_ptr<Blob> cached = blobs_->OpenCached("media/a/poster.jpg");
  ASSERT_NE(cached, nullptr);
  EXPECT_EQ(cached->etag(), blob->etag());
  EXPECT_EQ(cached->size(), 7);
}

TEST_F(FolderBlobsTest, WhatIsNoBlobIsNotInMemoryEither) {
  ASSERT_OK(blobs_->Put("media/a/poster.jpg", "content"));
  fs::create_symlink("poster.jpg", folder_ / "media/a/link.jpg");
  for (const char* key : {"media/a/none.jpg", "media/a", "media/a/link.jpg", "../blobs/media/a/poster.jpg", ""}) {
    EXPECT_EQ(blobs_->OpenCached(key), nullptr) << key;
  }
}

}  // namespace
}  // namespace academy
