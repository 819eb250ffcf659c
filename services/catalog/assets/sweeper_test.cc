// What is removed without anybody asking for it. The removal of blobs is in blob_removals_test.cc, that of unfinished
// uploads in uploads_service_test.cc.
#include "services/catalog/assets/sweeper.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class SweeperTest : public CatalogServerTest {
 protected:
  fs::path FileOf(const std::string& id) const { return options_.folder / "uploads" / id; }

  // Sets when the last byte of a file was written, by the test's clock.
  void SetModified(const std::string& id, UnixMillis time) const {
    timespec at{.tv_sec = static_cast<time_t>(time / 1000), .tv_nsec = 0};
    timespec times[2] = {at, at};
    ASSERT_EQ(::utimensat(AT_FDCWD, FileOf(id).c_str(), times, 0), 0);
  }
};

TEST_F(SweeperTest, AFileWithoutARecordIsRemovedWithinADayOnceItIsAWeekOld) {
  std::ofstream(FileOf("stray")) << "bytes";
  SetModified("stray", clock_.Now());
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(fs::exists(FileOf("stray")));
  clock_.Advance(Sweeper::kUnknownFileLifetime - absl::Hours(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(fs::exists(FileOf("stray")));
  clock_.Advance(absl::Hours(25));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(fs::exists(FileOf("stray")));
}

TEST_F(SweeperTest, AnOldFileThatARecordNeedsStays) {
  clock_.Advance(absl::Hours(23));
  std::string upload = CreateUpload(10).upload_id();
  SetModified(upload, clock_.Now() - Sweeper::kUnknownFileLifetime - absl::Hours(1));
  clock_.Advance(absl::Hours(2));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(fs::exists(FileOf(upload)));
}

}  // namespace
}  // namespace academy::catalog
