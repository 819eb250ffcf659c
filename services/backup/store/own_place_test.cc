#include "services/backup/store/own_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

class OwnPlaceTest : public testing::Test {
 protected:
  OwnPlaceTest() : folder_(fs::temp_directory_path() / ("place_" + Hex(RandomBytes(8)))) {
    fs::create_directory(folder_);
  }
  ~OwnPlaceTest() override { fs::remove_all(folder_); }

  absl::Status Open(const std::string& academy, const std::string& place = "disk") const {
    return OwnPlace::Open({.address = (folder_ / place).string()}, academy, folder_ / ("places of " + academy))
        .status();
  }

  const fs::path folder_;
};

TEST_F(OwnPlaceTest, StaysTheAcademysOwn) {
  EXPECT_OK(Open("one"));
  EXPECT_OK(Open("one"));
  EXPECT_OK(Open("one", "another disk"));
}

TEST_F(OwnPlaceTest, APlaceThatLostItsBackupsIsNoticedAndNotMadeAgain) {
  ASSERT_OK(Open("one"));
  fs::remove_all(folder_ / "disk");
  EXPECT_THAT(Open("one"), HasReason("place_lost"));
  EXPECT_FALSE(fs::exists(folder_ / "disk"));
  // The folder that the disk was mounted on.
  fs::create_directory(folder_ / "disk");
  EXPECT_THAT(Open("one"), HasReason("place_lost"));
  EXPECT_TRUE(fs::is_empty(folder_ / "disk"));
}

TEST_F(OwnPlaceTest, ThePlaceOfAnotherAcademyIsRefused) {
  ASSERT_OK(Open("one"));
  EXPECT_THAT(Open("two"), HasReason("place_of_another"));
  EXPECT_OK(Open("one"));
}

TEST_F(OwnPlaceTest, AnAcademyWithoutAnIdTakesNoPlace) {
  EXPECT_OK(Open(""));
  EXPECT_OK(Open("one"));
}

TEST_F(OwnPlaceTest, OneBackupAtATimeUsesIt) {
  std::string place = (folder_ / "disk").string();
  {
    absl::StatusOr<OwnPlace> first = OwnPlace::Open({.address = place}, "one", folder_ / "places");
    ASSERT_OK(first.status());
    EXPECT_THAT(Open("one"), HasReason("place_in_use"));
  }
  EXPECT_OK(Open("one"));
}

}  // namespace
}  // namespace academy::backup
