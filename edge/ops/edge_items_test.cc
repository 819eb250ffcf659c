#include "edge/ops/edge_items.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace academy::edge {
namespace {

constexpr UnixMillis kNow = 1'800'000'000'000;

class BackupItemTest : public testing::Test {
 protected:
  ~BackupItemTest() override { std::filesystem::remove(file_); }

  std::string CodeOf(const std::string& text) {
    std::ofstream(file_) << text;
    return BackupItem(file_, kNow).code();
  }

  const std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) / "last.json";
};

TEST_F(BackupItemTest, WithoutAFileThereIsNone) {
  EXPECT_EQ(BackupItem(file_, kNow).code(), "backup_none");
  EXPECT_EQ(BackupItem(file_, kNow).state(), "warning");
}

TEST_F(BackupItemTest, TheLastBackupsAgeAndResultDecide) {
  EXPECT_EQ(CodeOf(R"({"id":"b1","at":1799999000000,"ok":true,"bytes":1,"seconds":2})"), "ok");
  EXPECT_EQ(BackupItem(file_, kNow).value(), 1000);
  EXPECT_EQ(CodeOf(R"({"at":")" + FormatTime(kNow - absl::Hours(48)) + R"(","ok":true})"), "ok");
  EXPECT_EQ(CodeOf(R"({"at":")" + FormatTime(kNow - absl::Hours(49)) + R"(","ok":true})"), "backup_old");
  EXPECT_EQ(CodeOf(R"({"at":1799999000000,"ok":false})"), "backup_failed");
}

TEST_F(BackupItemTest, AFileThatSaysNothingIsUnknown) {
  for (const char* text : {"", "{", "[]", "{}", R"({"at":"yesterday","ok":true})", R"({"at":{},"ok":true})"}) {
    EXPECT_EQ(CodeOf(text), "unknown") << text;
  }
  EXPECT_EQ(CodeOf(R"({"at":1799999000000,"ok":"yes"})"), "backup_failed");
}

TEST(ClockItemTest, AJumpIsToldInSeconds) {
  EXPECT_EQ(ClockItem(absl::ZeroDuration()).code(), "ok");
  EXPECT_EQ(ClockItem(absl::Hours(1)).code(), "clock_jumped");
  EXPECT_EQ(ClockItem(absl::Hours(1)).state(), "warning");
  EXPECT_EQ(ClockItem(-absl::Hours(1)).value(), -3600);
}

}  // namespace
}  // namespace academy::edge
