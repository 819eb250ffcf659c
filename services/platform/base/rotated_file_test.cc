#include "services/platform/base/rotated_file.h"

#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace academy {
namespace {

class RotatedFileTest : public testing::Test {
 protected:
  RotatedFileTest() : folder_(testing::TempDir() + "/rotated"), path_(folder_ + "/a.log") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  static std::string TextOf(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // Appends a line of `size` bytes, and then turns to a new file if this one is full.
  void Append(int& fd, size_t size, const LogBounds& bounds) const {
    std::string line(size - 1, 'x');
    line += '\n';
    ASSERT_EQ(::write(fd, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    int fresh = RotateIfFull(path_, fd, bounds);
    if (fresh < 0) return;
    ::close(fd);
    fd = fresh;
  }

  size_t Files() const { return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {})); }

  const std::string folder_;
  const std::string path_;
};

TEST_F(RotatedFileTest, AFileThatIsNotFullIsUsedOn) {
  int fd = OpenToAppend(path_);
  Append(fd, 99, {.size = 100, .keep = 2});
  EXPECT_EQ(Files(), 1u);
  ::close(fd);
}

TEST_F(RotatedFileTest, AFullFileIsRenamedAndANewOneBegun) {
  int fd = OpenToAppend(path_);
  Append(fd, 100, {.size = 100, .keep = 2});
  ASSERT_EQ(::write(fd, "new", 3), 3);
  EXPECT_EQ(TextOf(path_), "new");
  EXPECT_EQ(TextOf(path_ + ".1").size(), 100u);
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  ::close(fd);
}

TEST_F(RotatedFileTest, OnlySoManyAreKept) {
  int fd = OpenToAppend(path_);
  for (size_t size = 101; size <= 110; ++size) Append(fd, size, {.size = 100, .keep = 3});
  EXPECT_EQ(Files(), 4u);
  EXPECT_EQ(TextOf(path_ + ".1").size(), 110u);
  EXPECT_EQ(TextOf(path_ + ".3").size(), 108u);
  Append(fd, 111, {.size = 100, .keep = 1});
  EXPECT_EQ(Files(), 2u);
  EXPECT_EQ(TextOf(path_ + ".1").size(), 111u);
  ::close(fd);
}

TEST_F(RotatedFileTest, WhoFindsItsFileRenamedTurnsToTheNewOne) {
  const LogBounds bounds{.size = 100, .keep = 3};
  int first = OpenToAppend(path_);
  int second = OpenToAppend(path_);
  Append(first, 100, bounds);
  Append(second, 10, bounds);
  EXPECT_EQ(Files(), 2u);
  ASSERT_EQ(::write(second, "new", 3), 3);
  EXPECT_EQ(TextOf(path_), "new");
  ::close(first);
  ::close(second);
}

TEST_F(RotatedFileTest, NoLineOfSeveralWritersIsLost) {
  constexpr size_t kLines = 2000;
  const LogBounds bounds{.size = 4096, .keep = LogBounds::kMaxKeep};
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&] {
      int fd = OpenToAppend(path_);
      for (size_t line = 0; line < kLines; ++line) Append(fd, 32, bounds);
      ::close(fd);
    });
  }
  for (std::thread& writer : writers) writer.join();
  size_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_)) bytes += file.file_size();
  EXPECT_EQ(bytes, 4 * kLines * 32);
  // How often depends on how the writers take turns.
  EXPECT_GT(Files(), 1u);
}

TEST_F(RotatedFileTest, WhatCannotBeRenamedIsUsedOn) {
  int fd = OpenToAppend(path_);
  // As in a folder that is not the academy's.
  std::filesystem::create_directories(path_ + ".1/full");
  Append(fd, 100, {.size = 100, .keep = 1});
  ASSERT_EQ(::write(fd, "on", 2), 2);
  EXPECT_EQ(TextOf(path_).size(), 102u);
  ::close(fd);
}

TEST_F(RotatedFileTest, ADeviceIsNeverFull) {
  int fd = OpenToAppend("/dev/null");
  EXPECT_EQ(RotateIfFull("/dev/null", fd, {.size = 0, .keep = 1}), -1);
  ::close(fd);
}

}  // namespace
}  // namespace academy
