#include "edge/http/response/content_coding.h"

#include <gtest/gtest.h>

#include <string>

#include "edge/http/testing/unpack.h"

namespace academy::http {
namespace {

std::string_view Chosen(std::string_view field) { return NameOf(ChooseCoding(field, {Coding::kZstd, Coding::kGzip})); }

TEST(ChooseCodingTest, TheFirstOfferedOfEqualQualityIsChosen) {
  EXPECT_EQ(Chosen("gzip, deflate, br, zstd"), "zstd");
  EXPECT_EQ(Chosen("gzip, deflate, br"), "gzip");
  EXPECT_EQ(Chosen("GZIP"), "gzip");
  EXPECT_EQ(Chosen("  gzip  ;  q=1.0"), "gzip");
}

TEST(ChooseCodingTest, WhatTheFieldDoesNotAcceptIsNotChosen) {
  EXPECT_EQ(Chosen(""), "identity");
  EXPECT_EQ(Chosen("br, deflate"), "identity");
  EXPECT_EQ(Chosen("gzipped, xgzip, zstandard"), "identity");
  EXPECT_EQ(Chosen("identity"), "identity");
}

TEST(ChooseCodingTest, TheHighestQualityWins) {
  EXPECT_EQ(Chosen("zstd;q=0.5, gzip;q=0.8"), "gzip");
  EXPECT_EQ(Chosen("zstd;q=0.5, gzip"), "gzip");
  EXPECT_EQ(Chosen("zstd;q=0.001"), "zstd");
  EXPECT_EQ(Chosen("gzip;q=0.5, identity"), "identity");
  EXPECT_EQ(Chosen("gzip;q=0.5, identity;q=0.4"), "gzip");
}

TEST(ChooseCodingTest, QualityZeroRefuses) {
  EXPECT_EQ(Chosen("zstd;q=0, gzip"), "gzip");
  EXPECT_EQ(Chosen("zstd;q=0.000, gzip;q=0.0"), "identity");
}

TEST(ChooseCodingTest, AStarStandsForWhatIsNotNamed) {
  EXPECT_EQ(Chosen("*"), "zstd");
  EXPECT_EQ(Chosen("zstd;q=0, *"), "gzip");
  EXPECT_EQ(Chosen("*;q=0, gzip"), "gzip");
  EXPECT_EQ(Chosen("*;q=0"), "identity");
  EXPECT_EQ(Chosen("gzip;q=0.5, *;q=0.1"), "gzip");
}

TEST(ChooseCodingTest, AMalformedQualityRefuses) {
  for (const char* quality : {"", "2", "-1", "0,5", "1.5", "x", "0.5000", "1.001"}) {
    EXPECT_EQ(Chosen("gzip;q=" + std::string(quality)), "identity") << quality;
  }
}

TEST(CompressTest, UnpacksToTheSameText) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "{\"number\":" + std::to_string(i * 7919) + "},";
  for (Coding coding : {Coding::kGzip, Coding::kZstd}) {
    for (Effort effort : {Effort::kFast, Effort::kSmall}) {
      std::string packed = Compress(coding, effort, text);
      EXPECT_LT(packed.size(), text.size() / 2);
      EXPECT_EQ(Unpack(NameOf(coding), packed), text);
    }
    EXPECT_EQ(Unpack(NameOf(coding), Compress(coding, Effort::kFast, "")), "");
  }
  EXPECT_LT(Compress(Coding::kBrotli, Effort::kSmall, text).size(), text.size() / 2);
  EXPECT_EQ(Compress(Coding::kIdentity, Effort::kFast, text), "");
}

}  // namespace
}  // namespace academy::http
