#include "services/backup/choose.h"

#include <gtest/gtest.h>

#include "services/backup/store/manifest.h"

namespace academy::backup {
namespace {

std::string IdAt(const std::string& time, const std::string& manifest = "") {
  return BackupId(*ParseTime(time), manifest);
}

TEST(ChooseTest, ABackupOfTheFutureDoesNotCount) {
  std::vector<std::string> ids = {IdAt("2026-11-22T00:00:00Z"), IdAt("2026-11-23T00:00:00Z"),
                                  IdAt("2031-01-01T00:00:00Z")};
  UnixMillis now = *ParseTime("2026-11-23T00:00:00Z");
  EXPECT_EQ(MadeUntil(now, ids), (std::vector<std::string>{ids[0], ids[1]}));
  EXPECT_TRUE(MadeUntil(*ParseTime("1970-01-01T00:00:00Z"), ids).empty());
}

TEST(ChooseTest, WhatThePolicyDoesNotKeepIsDropped) {
  std::vector<std::string> ids = {IdAt("2026-11-22T00:00:00Z"), IdAt("2026-11-23T00:00:00Z")};
  EXPECT_EQ(Dropped({.hours = 1}, ids, ids[1]), std::vector<std::string>{ids[0]});
}

TEST(ChooseTest, TheBackupMadeJustNowStays) {
  // The clock was set back between the two.
  std::vector<std::string> ids = {IdAt("2026-11-23T00:00:00Z"), IdAt("2026-11-23T00:30:00Z")};
  EXPECT_TRUE(Dropped({.hours = 1}, ids, ids[0]).empty());
}

}  // namespace
}  // namespace academy::backup
