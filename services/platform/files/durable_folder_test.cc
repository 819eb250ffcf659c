#include "services/platform/files/durable_folder.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "services/platform/testing/status_matchers.h"

namespace {

// The folders that were synced.
std::vector<std::filesystem::path>& Synced() {
  static auto& synced = *new std::vector<std::filesystem::path>;
  return synced;
}

}  // namespace

// Stands before the C library's.
extern "C" int fsync(int fd) {
  Synced().push_back(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd)));
  static auto* real = reinterpret_cast<int (*)(int)>(::dlsym(RTLD_NEXT, "fsync"));
  return real(fd);
}

namespace academy {
namespace {

class DurableFolderTest : public testing::Test {
 protected:
  DurableFolderTest() {
    std::string name = testing::TempDir() + "durable-XXXXXX";
    root_ = std::filesystem::canonical(::mkdtemp(name.data()));
    Synced().clear();
  }
  ~DurableFolderTest() override { std::filesystem::remove_all(root_); }

  static bool WasSynced(const std::filesystem::path& folder) {
    return std::find(Synced().begin(), Synced().end(), folder) != Synced().end();
  }

  std::filesystem::path root_;
};

TEST_F(DurableFolderTest, EveryFolderThatIsMadeIsConfirmedInTheOneAboveIt) {
  ASSERT_OK(MakeDurableFolder(root_ / "a" / "b" / "c" / "d"));
  EXPECT_TRUE(std::filesystem::is_directory(root_ / "a" / "b" / "c" / "d"));
  for (const auto& folder : {root_ / "a" / "b" / "c", root_ / "a" / "b", root_ / "a", root_}) {
    EXPECT_TRUE(WasSynced(folder)) << folder;
  }
}

TEST_F(DurableFolderTest, AFolderThatAnotherHasJustMadeIsConfirmedToo) {
  std::filesystem::create_directories(root_ / "data" / "run");
  ASSERT_OK(MakeDurableFolder(root_ / "data" / "run"));
  EXPECT_TRUE(WasSynced(root_ / "data"));
  EXPECT_TRUE(WasSynced(root_));
}

TEST_F(DurableFolderTest, AFileInItsPlaceIsAnErrorThatNamesIt) {
  std::ofstream(root_ / "data") << "a file";
  EXPECT_THAT(MakeDurableFolder(root_ / "data" / "run"), HasReason("file_error"));
}

}  // namespace
}  // namespace academy
