#include "services/platform/base/log_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/base/log.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class LogFileTest : public testing::Test {
 protected:
  LogFileTest() : folder_(testing::TempDir() + "/log-file"), path_(folder_ + "/auth.log") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  // In a process of its own, whose standard error may be replaced.
  static void InChild(const std::function<void()>& work) {
    pid_t child = ::fork();
    if (child == 0) {
      work();
      std::_Exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }

  static std::vector<std::string> LinesOf(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  std::vector<std::string> AllLines() const {
    std::vector<std::string> all;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
      for (std::string& line : LinesOf(file.path())) all.push_back(std::move(line));
    }
    return all;
  }

  const std::string folder_;
  const std::string path_;
};

TEST_F(LogFileTest, EveryLineIsInOneOfTheFiles) {
  constexpr int kLines = 500;
  constexpr int kThreads = 4;
  InChild([this] {
    ASSERT_OK(LogToFile(path_, {.size = 8 * 1024, .keep = LogBounds::kMaxKeep}));
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([i] {
        for (int line = 0; line < kLines; ++line) LogInfo("something", {{"thread", i}, {"line", line}});
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  std::vector<std::string> lines = AllLines();
  EXPECT_EQ(lines.size(), static_cast<size_t>(kLines * kThreads));
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with('{') && line.ends_with('}')) << line;
  EXPECT_TRUE(std::filesystem::exists(path_ + ".3"));
}

TEST_F(LogFileTest, StandardOutputMovesAlongWhereItIsTheSameFile) {
  InChild([this] {
    int fd = OpenToAppend(path_);
    ::dup2(fd, STDOUT_FILENO);
    ::dup2(fd, STDERR_FILENO);
    ASSERT_OK(LogToFile(path_, {.size = 200, .keep = 1}));
    LogInfo("a line that is too long for such a file, of which the next one is no part any more",
            {{"text", std::string(200, 'x')}});
    ASSERT_EQ(::write(STDOUT_FILENO, "new\n", 4), 4);
  });
  EXPECT_EQ(LinesOf(path_), std::vector<std::string>{"new"});
  EXPECT_EQ(LinesOf(path_ + ".1").size(), 1u);
}

TEST_F(LogFileTest, AFileThatWasFullBeforeIsRotatedAtTheStart) {
  std::ofstream(path_) << std::string(300, 'x') << '\n';
  InChild([this] {
    ASSERT_OK(LogToFile(path_, {.size = 200, .keep = 1}));
    LogInfo("new");
  });
  EXPECT_EQ(LinesOf(path_).size(), 1u);
  EXPECT_EQ(LinesOf(path_ + ".1").size(), 1u);
}

TEST_F(LogFileTest, ARenamedFileIsLeftWhenItIsReopened) {
  InChild([this] {
    ASSERT_OK(LogToFile(path_, {}));
    LogInfo("old");
    std::filesystem::rename(path_, path_ + ".old");
    ReopenLogFile();
    LogInfo("new");
  });
  EXPECT_EQ(LinesOf(path_).size(), 1u);
  EXPECT_EQ(LinesOf(path_ + ".old").size(), 1u);
}

TEST_F(LogFileTest, AFileThatCannotBeOpenedIsAnError) {
  EXPECT_THAT(LogToFile(folder_ + "/no/such/folder/log", {}), HasReason("file_error"));
}

}  // namespace
}  // namespace academy
