#include "edge/ops/last_backup.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::edge {
namespace {

namespace fs = std::filesystem;

TEST(LastBackupTest, IsOfTheLastGoodOne) {
  fs::path data = fs::temp_directory_path() / ("data_" + Hex(RandomBytes(8)));
  EXPECT_EQ(LastGoodBackup(data), 0);
  fs::create_directories(data / "backup");
  std::ofstream(data / "backup" / "last-good.json") << R"({"at":1795395723500,"bytes":1,"id":"x","ok":true})";
  EXPECT_EQ(LastGoodBackup(data), 1795395723.5);
  std::ofstream(data / "backup" / "last-good.json") << "damaged";
  EXPECT_EQ(LastGoodBackup(data), 0);
  fs::remove_all(data);
}

}  // namespace
}  // namespace academy::edge
