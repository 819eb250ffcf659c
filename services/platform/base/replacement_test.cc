#include "services/platform/base/replacement.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/synchronization/notification.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class ReplacementTest : public testing::Test {
 protected:
  ~ReplacementTest() override { std::filesystem::remove(file_); }

  // As the supervisor writes: in place, because the processes have the file mapped.
  void Say(const std::string& state) {
    std::fstream out(file_, std::ios::in | std::ios::out);
    out << state << std::flush;
    ASSERT_TRUE(out.good());
  }

  const std::filesystem::path file_ = std::filesystem::temp_directory_path() / ("replacement_" + Hex(RandomBytes(8)));
  const size_t catalog_ = *Replacement::PlaceOf("catalog");
  Replacement& replacement_ = Fresh();

 private:
  // One whose thread may be at its last look when the test ends.
  static Replacement& Fresh() {
    static auto* const all = new std::vector<std::unique_ptr<Replacement>>;
    return *all->emplace_back(std::make_unique<Replacement>());
  }
};

TEST_F(ReplacementTest, NothingIsReplacedBeforeTheSupervisorSaysSo) {
  EXPECT_FALSE(replacement_.under_way());
  ASSERT_OK(replacement_.Watch(file_));
  EXPECT_FALSE(replacement_.under_way());
  EXPECT_FALSE(replacement_.away(catalog_));
}

TEST_F(ReplacementTest, WhatTheSupervisorWritesIsKnownAtOnce) {
  ASSERT_OK(replacement_.Watch(file_));
  Say("R-A--");
  EXPECT_TRUE(replacement_.under_way());
  EXPECT_TRUE(replacement_.away(catalog_));
  EXPECT_FALSE(replacement_.away(*Replacement::PlaceOf("auth")));
  Say("-----");
  EXPECT_FALSE(replacement_.under_way());
  EXPECT_FALSE(replacement_.away(catalog_));
}

TEST_F(ReplacementTest, AProcessThatStartsMeanwhileKnowsItToo) {
  std::ofstream(file_) << "RA---\n";
  ASSERT_OK(replacement_.Watch(file_));
  EXPECT_TRUE(replacement_.under_way());
  EXPECT_TRUE(replacement_.away(*Replacement::PlaceOf("auth")));
}

TEST_F(ReplacementTest, OnlyServicesHaveAPlace) {
  EXPECT_FALSE(Replacement::PlaceOf("edge").has_value());
  EXPECT_FALSE(Replacement::PlaceOf("").has_value());
  EXPECT_EQ(Replacement::PlaceOf("presence"), Replacement::kBytes - 1);
}

TEST_F(ReplacementTest, WhoWaitsGoesOnWhenTheServiceIsBack) {
  ASSERT_OK(replacement_.Watch(file_));
  Say("R-A--");
  absl::Notification first;
  absl::Notification second;
  replacement_.AwaitReturn(catalog_, [&] { first.Notify(); });
  replacement_.AwaitReturn(catalog_, [&] { second.Notify(); });
  EXPECT_FALSE(first.HasBeenNotified());
  Say("R----");
  first.WaitForNotification();
  second.WaitForNotification();
}

TEST_F(ReplacementTest, AFileThatCannotBeMadeIsAClearError) {
  EXPECT_THAT(replacement_.Watch(file_ / "none"), HasReason("file_error"));
}

}  // namespace
}  // namespace academy
