#include "edge/uploads/tus.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

TEST(TusTest, ByteCountsAreDecimalDigitsOnly) {
  EXPECT_EQ(*ParseByteCount("Upload-Offset", "0"), 0);
  EXPECT_EQ(*ParseByteCount("Upload-Offset", "8589934592"), 8589934592);
  for (const char* text : {"", "-1", "+1", "1 ", "0x1", "1.5", "1e3", "9999999999999999999"}) {
    EXPECT_THAT(ParseByteCount("Upload-Offset", text), testing::Not(IsOk())) << text;
  }
  EXPECT_THAT(ParseByteCount("Upload-Offset", "x"), HasReason("tus_invalid"));
}

TEST(TusTest, ANewUploadTellsItsLengthOrDefersIt) {
  EXPECT_EQ(ParseNewLength("10", "")->value(), 10);
  EXPECT_EQ(ParseNewLength("0", "")->value(), 0);
  EXPECT_FALSE(ParseNewLength("", "1")->has_value());
  EXPECT_THAT(ParseNewLength("", ""), testing::Not(IsOk()));
  EXPECT_THAT(ParseNewLength("10", "1"), testing::Not(IsOk()));
  EXPECT_THAT(ParseNewLength("", "2"), testing::Not(IsOk()));
}

TEST(TusTest, MetadataGivesNameAndType) {
  // "درس.mp4", video/mp4, and a key without a value.
  absl::StatusOr<UploadMetadata> metadata =
      ParseUploadMetadata("filename " + Base64("درس.mp4") + ",filetype " + Base64("video/mp4") + ", is_confidential");
  ASSERT_OK(metadata);
  EXPECT_EQ(metadata->filename, "درس.mp4");
  EXPECT_EQ(metadata->filetype, "video/mp4");
  EXPECT_OK(ParseUploadMetadata(""));
}

TEST(TusTest, OddMetadataIsRefused) {
  for (const std::string& field :
       {std::string("filename ***"), "filename " + Base64("a") + ",filename " + Base64("b"), std::string(",x YQ=="),
        "filename " + Base64("\xff\xfe"), "filename " + Base64(std::string("a\0b", 3)), std::string("a YQ== YQ==")}) {
    EXPECT_THAT(ParseUploadMetadata(field), testing::Not(IsOk())) << field;
  }
}

TEST(TusTest, ChecksumsAreOfAKnownAlgorithmAndItsLength) {
  EXPECT_EQ(ParseUploadChecksum("")->algorithm, "");
  absl::StatusOr<UploadChecksum> sha256 = ParseUploadChecksum("sha256 " + Base64(Sha256("x")));
  ASSERT_OK(sha256);
  EXPECT_EQ(sha256->digest, Sha256("x"));
  EXPECT_EQ(ParseUploadChecksum("sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=")->digest.size(), 20u);
  for (const char* field :
       {"sha1", "sha1 ", "sha1 YQ==", "md5 1B2M2Y8AsgTpgAmY7PhCfg==", "sha256 Kq5sNclPz7QV2+lfQIuc6R7oRu0="}) {
    EXPECT_THAT(ParseUploadChecksum(field), testing::Not(IsOk())) << field;
  }
}

TEST(TusTest, TheContentTypeMayCarryParameters) {
  EXPECT_TRUE(IsTusContentType("application/offset+octet-stream"));
  EXPECT_TRUE(IsTusContentType("Application/Offset+Octet-Stream; x=y"));
  EXPECT_FALSE(IsTusContentType("application/octet-stream"));
  EXPECT_FALSE(IsTusContentType(""));
}

TEST(TusTest, DatesAreWrittenAsHttpWantsThem) {
  EXPECT_EQ(FormatHttpDate(784111777000), "Sun, 06 Nov 1994 08:49:37 GMT");
}

}  // namespace
}  // namespace academy::edge
