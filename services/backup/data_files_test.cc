#include "services/backup/data_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class DataFilesTest : public testing::Test {
 protected:
  DataFilesTest() : data_(fs::temp_directory_path() / ("data_" + Hex(RandomBytes(8)))) {}
  ~DataFilesTest() override { fs::remove_all(data_); }

  void Make(const std::string& path) {
    fs::create_directories((data_ / path).parent_path());
    std::ofstream(data_ / path) << path;
  }

  const fs::path data_;
};

TEST_F(DataFilesTest, HasWhatIsNeitherCopiedOtherwiseNorMadeAgain) {
  for (const char* path : {"keys/tools", "databases/auth", "auth/auth.db", "auth/auth.db-wal", "catalog/catalog.db-shm",
                           "catalog/uploads/1", "catalog/jobs/1/out", "catalog/pictures/x", "blobs/images/a.webp",
                           "run/auth.pid", "logs/auth.log", "backup/last.json", "postgresql/PG_VERSION", "edge/known",
                           "site/site.json", "site/auth.db", "note"}) {
    Make(path);
  }
  EXPECT_THAT(ListDataFiles(data_),
              ElementsAre("databases/auth", "edge/known", "keys/tools", "note", "site/auth.db", "site/site.json"));
  EXPECT_THAT(ListUploads(data_), ElementsAre("catalog/uploads/1"));
}

TEST_F(DataFilesTest, FollowsNoLinks) {
  Make("keys/tools");
  fs::create_symlink("/etc/passwd", data_ / "keys" / "link");
  fs::create_directory_symlink("/etc", data_ / "folder");
  EXPECT_THAT(ListDataFiles(data_), ElementsAre("keys/tools"));
}

}  // namespace
}  // namespace academy::backup
