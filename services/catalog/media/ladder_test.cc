#include "services/catalog/media/ladder.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::catalog {
namespace {

std::string Text(const std::vector<Rung>& ladder) {
  std::string text;
  for (const Rung& rung : ladder) {
    text += (text.empty() ? "" : " ") + std::to_string(rung.width) + 'x' + std::to_string(rung.height);
  }
  return text;
}

TEST(LadderTest, NoStepIsAboveTheSource) {
  EXPECT_EQ(Text(LadderOf(1920, 1080)), "1920x1080 1280x720 640x360 426x240");
  EXPECT_EQ(Text(LadderOf(1280, 720)), "1280x720 640x360 426x240");
  EXPECT_EQ(Text(LadderOf(640, 360)), "640x360");
  EXPECT_EQ(Text(LadderOf(322, 182)), "322x182");
}

TEST(LadderTest, LargerSourcesBeginAt1080Lines) {
  EXPECT_EQ(Text(LadderOf(3840, 2160)), "1920x1080 1280x720 640x360 426x240");
  EXPECT_EQ(Text(LadderBelow(3840, 2160)), "1920x1080 1280x720 640x360 426x240");
}

TEST(LadderTest, SourcesBetweenTheStepsKeepTheirOwnSize) {
  EXPECT_EQ(Text(LadderOf(1600, 900)), "1600x900 1280x720 640x360 426x240");
  EXPECT_EQ(Text(LadderOf(854, 480)), "854x480 640x360 428x240");
  EXPECT_EQ(Text(LadderOf(711, 400)), "712x400");
}

TEST(LadderTest, UprightVideosAreMeasuredByTheirShorterSide) {
  EXPECT_EQ(Text(LadderOf(1080, 1920)), "1080x1920 720x1280 360x640 240x426");
  EXPECT_EQ(Text(LadderBelow(720, 1280)), "360x640 240x426");
}

TEST(LadderTest, BelowARenditionOnlySmallerOnesAreAdded) {
  EXPECT_EQ(Text(LadderBelow(1920, 1080)), "1280x720 640x360 426x240");
  EXPECT_EQ(Text(LadderBelow(1280, 720)), "640x360 426x240");
  EXPECT_EQ(Text(LadderBelow(640, 360)), "");
  EXPECT_EQ(Text(LadderBelow(2, 2)), "");
}

TEST(LadderTest, ASegmentOfTheLastStepIsSmallHoweverMuchMoves) {
  EXPECT_EQ(LadderOf(1920, 1080).back().bitrate, 250'000);
  EXPECT_EQ(LadderBelow(1280, 720).back().bitrate, 250'000);
}

TEST(LadderTest, SidesAreEvenAndSmallerStepsTakeFewerBits) {
  EXPECT_EQ(Text(LadderOf(333, 17)), "334x18");
  int64_t bitrate = 6'000'000;
  for (const Rung& rung : LadderOf(1919, 1079)) {
    EXPECT_EQ(rung.width % 2, 0);
    EXPECT_EQ(rung.height % 2, 0);
    EXPECT_LT(rung.bitrate, bitrate);
    bitrate = rung.bitrate;
  }
}

}  // namespace
}  // namespace academy::catalog
