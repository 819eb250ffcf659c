#include "services/backup/free_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int64_t kMebibyte = 1 << 20;

class FreeSpaceTest : public testing::Test {
 protected:
  FreeSpaceTest() {
    MakeFile("auth/auth.db", 2 * kMebibyte);
    MakeFile("auth/auth.db-wal", kMebibyte);
    MakeFile("catalog/catalog.db", kMebibyte);
    MakeFile("catalog/uploads/small", kMebibyte);
    MakeFile("catalog/uploads/large", 5 * kMebibyte);
  }
  ~FreeSpaceTest() override { fs::remove_all(data_); }

  void MakeFile(const std::string& path, int64_t size) const {
    fs::create_directories((data_ / path).parent_path());
    std::ofstream(data_ / path).put('x');
    fs::resize_file(data_ / path, static_cast<uintmax_t>(size));
  }

  absl::Status Require(const fs::path& to, Disk here, Disk there = {}) const {
    return RequireFreeSpace(
        data_, to, [&](const fs::path& folder) -> absl::StatusOr<Disk> { return folder == data_ ? here : there; });
  }

  const fs::path data_ = fs::temp_directory_path() / ("space_" + Hex(RandomBytes(8)));
};

TEST_F(FreeSpaceTest, TheDataFoldersDiskNeedsTwoCopiesOfTheDatabasesAndOneOfTheLargestUpload) {
  EXPECT_OK(Require("", {.id = 1, .free = 13 * kMebibyte}));
  absl::Status refused = Require("", {.id = 1, .free = 13 * kMebibyte - 1});
  EXPECT_THAT(refused, HasReason("disk_full"));
  EXPECT_THAT(std::string(MessageOf(refused)),
              HasSubstr("needs 13.0 MiB on the disk of " + data_.string() + ", which has"));
}

TEST_F(FreeSpaceTest, TheBackupsDiskNeedsTheDatabases) {
  Disk enough{.id = 1, .free = 13 * kMebibyte};
  EXPECT_OK(Require("/backups", enough, {.id = 2, .free = 4 * kMebibyte}));
  absl::Status refused = Require("/backups", enough, {.id = 2, .free = 3 * kMebibyte});
  EXPECT_THAT(refused, HasReason("disk_full"));
  EXPECT_THAT(std::string(MessageOf(refused)), HasSubstr("needs 4.0 MiB on the disk of /backups, which has 3.0 MiB"));
}

TEST_F(FreeSpaceTest, OneDiskForBothNeedsTheSum) {
  EXPECT_OK(Require("/backups", {.id = 1, .free = 17 * kMebibyte}, {.id = 1, .free = 17 * kMebibyte}));
  EXPECT_THAT(Require("/backups", {.id = 1, .free = 16 * kMebibyte}, {.id = 1, .free = 16 * kMebibyte}),
              HasReason("disk_full"));
}

TEST_F(FreeSpaceTest, AFolderThatDoesNotExistYetHasTheDiskOfThoseAroundIt) {
  absl::StatusOr<Disk> disk = DiskOf(data_ / "not/yet");
  ASSERT_OK(disk);
  EXPECT_EQ(disk->id, DiskOf(data_)->id);
  EXPECT_GT(disk->free, 0);
}

}  // namespace
}  // namespace academy::backup
