// Uploaded files whose removal waited for the end of a hold.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class HeldFilesTest : public testing::Test {
 protected:
  HeldFilesTest() { fs::create_directory(folder_); }
  ~HeldFilesTest() override { fs::remove_all(folder_); }

  void MakeFile(const std::string& id) const { std::ofstream(folder_ / id) << "bytes"; }

  const fs::path folder_ = fs::temp_directory_path() / ("held_" + Hex(RandomBytes(8)));
  FakeClock clock_;
  TestDatabase database_{Engine::kSqlite, {{1, "holds", kRemovalHoldsSchema}}};
  RemovalHold hold_{*database_, clock_};
  UploadFiles files_{folder_, /*keep_free=*/0, hold_};
};

TEST_F(HeldFilesTest, OneThatCannotBeRemovedKeepsNoOtherAndIsTriedAgain) {
  ASSERT_OK(hold_.Begin("backup", absl::Minutes(1)));
  const std::string stuck = "stuck";
  // No file, so that it cannot be removed as one.
  fs::create_directory(folder_ / stuck);
  ASSERT_OK(files_.Remove(stuck));
  for (int i = 0; i < 20; ++i) {
    MakeFile(std::to_string(i));
    ASSERT_OK(files_.Remove(std::to_string(i)));
  }
  ASSERT_OK(hold_.End("backup"));
  EXPECT_FALSE(files_.RemoveDue().ok());
  EXPECT_EQ(files_.List(), std::vector<std::string>{stuck});

  fs::remove(folder_ / stuck);
  MakeFile(stuck);
  EXPECT_OK(files_.RemoveDue());
  EXPECT_TRUE(files_.List().empty());
}

}  // namespace
}  // namespace academy::catalog
