#include "services/backup/work_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

class WorkFolderTest : public testing::Test {
 protected:
  WorkFolderTest() : data_(fs::temp_directory_path() / ("work_" + Hex(RandomBytes(8)))) {
    fs::create_directories(data_ / "run");
  }
  ~WorkFolderTest() override { fs::remove_all(data_); }

  const fs::path data_;
};

TEST_F(WorkFolderTest, ABackupThatIsRefusedTakesNothingFromTheOneThatRuns) {
  auto running = WorkFolder::Open(data_);
  ASSERT_OK(running.status());
  std::ofstream((*running)->snapshots() / "auth.db") << "copied";
  std::ofstream((*running)->objects() / "object") << "packed";
  EXPECT_THAT(WorkFolder::Open(data_).status(), HasReason("backup_runs"));
  EXPECT_TRUE(fs::exists((*running)->snapshots() / "auth.db"));
  EXPECT_TRUE(fs::exists((*running)->objects() / "object"));
}

TEST_F(WorkFolderTest, RemovesWhatAKilledBackupHasLeft) {
  fs::create_directories(data_ / "run" / "backup-killed");
  fs::create_directories(data_ / "backup" / "p" / "base");
  fs::create_directories(data_ / "run" / "another");
  auto opened = WorkFolder::Open(data_);
  ASSERT_OK(opened.status());
  EXPECT_FALSE(fs::exists(data_ / "run" / "backup-killed"));
  EXPECT_TRUE(fs::is_empty((*opened)->clusters()));
  EXPECT_TRUE(fs::exists(data_ / "run" / "another"));
  opened->reset();
  EXPECT_FALSE(fs::exists(data_ / "backup" / "c"));
  EXPECT_FALSE(fs::exists(data_ / "backup" / "p"));
}

TEST_F(WorkFolderTest, IsForItsOwnerOnly) {
  auto opened = WorkFolder::Open(data_);
  ASSERT_OK(opened.status());
  for (const fs::path& folder : {data_ / "backup", (*opened)->clusters(), (*opened)->snapshots()}) {
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all) << folder;
  }
}

TEST_F(WorkFolderTest, KeepsTheNameKey) {
  std::string key = *(*WorkFolder::Open(data_))->NameKey();
  EXPECT_FALSE(key.empty());
  EXPECT_EQ(*(*WorkFolder::Open(data_))->NameKey(), key);
}

}  // namespace
}  // namespace academy::backup
