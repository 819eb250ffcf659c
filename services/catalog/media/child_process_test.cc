#include "services/catalog/media/child_process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace academy::catalog {
namespace {

absl::StatusOr<ChildResult> Shell(const std::string& script, ChildOptions options = {},
                                  const std::stop_token& stop = {}) {
  options.argv = {"sh", "-c", script};
  options.folder = std::filesystem::temp_directory_path();
  return RunChild(options, stop);
}

TEST(ChildProcessTest, OutputErrorsAndExitCodeComeBack) {
  auto result = Shell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
  EXPECT_FALSE(result->timed_out);
}

TEST(ChildProcessTest, LinesAreHandedOverAsTheyCome) {
  std::vector<std::string> lines;
  ASSERT_TRUE(
      Shell("printf 'a\\nb'; echo c", {.on_line = [&](std::string_view line) { lines.emplace_back(line); }}).ok());
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "bc"}));
}

TEST(ChildProcessTest, TheChildHasNothingOfOurs) {
  ::setenv("ACADEMY_TEST_SECRET", "secret", 1);
  auto result = Shell("env; cat /proc/self/stat; ls /proc/$$/fd | wc -l; nice");
  EXPECT_EQ(result->output.find("secret"), result->output.npos);
  EXPECT_NE(result->output.find("\n19\n"), result->output.npos) << result->output;
}

TEST(ChildProcessTest, ItsTimeIsLimitedAndItsChildrenEndWithIt) {
  auto result = Shell("sleep 1000 & sleep 1000", {.time_limit = absl::Milliseconds(200)});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
  EXPECT_FALSE(result->ok());
}

TEST(ChildProcessTest, StoppingEndsIt) {
  std::stop_source stop;
  auto result =
      Shell("echo ready; sleep 1000", {.on_line = [&](std::string_view) { stop.request_stop(); }}, stop.get_token());
  EXPECT_TRUE(absl::IsCancelled(result.status()));
  EXPECT_TRUE(absl::IsCancelled(Shell("true", {}, stop.get_token()).status()));
}

TEST(ChildProcessTest, ItsFilesAndMemoryAreLimited) {
  auto result = Shell("head -c 100000 /dev/zero > limited; stat -c %s limited; rm limited", {.file_limit = 1000});
  EXPECT_EQ(result->output, "1000\n");
}

TEST(ChildProcessTest, AMissingProgramIsSaidSo) {
  ChildOptions options{.argv = {"no-such-program"}, .folder = std::filesystem::temp_directory_path()};
  EXPECT_TRUE(absl::IsInternal(RunChild(options, {}).status()));
}

TEST(ChildProcessTest, FloodsOfOutputNeitherBlockNorGrow) {
  auto result = Shell("head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2");
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_LE(result->output.size(), size_t{1} << 21);
  EXPECT_EQ(result->errors.size(), 4096u);
}

}  // namespace
}  // namespace academy::catalog
