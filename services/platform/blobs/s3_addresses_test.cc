#include "services/platform/blobs/s3_addresses.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/blobs/s3_options.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

// 2013-05-24T00:00:00Z.
constexpr UnixMillis kAmazonsExample = 1'369'353'600'000;

S3Options OptionsOf(const std::string& url) {
  S3Options options = *ParseS3Url(url);
  options.access_key = "AKIAIOSFODNN7EXAMPLE";
  options.secret_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  return options;
}

// "Authenticating Requests: Using Query Parameters" in the S3 API Reference, with the host's name as it was then.
TEST(S3AddressesTest, TheSignatureIsThatOfAmazonsExample) {
  S3Options options = OptionsOf("s3://examplebucket?region=us-east-1");
  options.endpoint = "https://examplebucket.s3.amazonaws.com";
  EXPECT_EQ(S3Addresses(options).SignedPath("test.txt", kAmazonsExample, absl::Hours(24)),
            "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
            "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
}

TEST(S3AddressesTest, ThePathHasTheBucketWhereTheHostHasNot) {
  EXPECT_EQ(S3Addresses(OptionsOf("s3://bucket/main?region=r")).PathOf("media/a/seg.m4s"), "/main/media/a/seg.m4s");
  EXPECT_EQ(S3Addresses(OptionsOf("s3://bucket/main?region=r&endpoint=http://h:9000")).PathOf("media/a/seg.m4s"),
            "/bucket/main/media/a/seg.m4s");
  EXPECT_EQ(S3Addresses(OptionsOf("s3://bucket?region=r&endpoint=https://h/s3")).PathOf("a"), "/s3/bucket/a");
}

TEST(S3AddressesTest, TheSchemesOwnPortIsNotInTheHost) {
  auto signed_by = [](const std::string& endpoint) {
    return S3Addresses(OptionsOf("s3://b?region=r&endpoint=" + endpoint))
        .SignedPath("a", kAmazonsExample, absl::Minutes(1));
  };
  EXPECT_EQ(signed_by("https://h:443"), signed_by("https://h"));
  EXPECT_EQ(signed_by("http://h:80"), signed_by("http://h"));
  EXPECT_NE(signed_by("http://h:443"), signed_by("http://h"));
}

TEST(S3AddressesTest, TheKeyOfADayIsNotUsedOnTheNext) {
  S3Options options = OptionsOf("s3://b?region=r&endpoint=http://h");
  S3Addresses addresses(options);
  std::string first = addresses.SignedPath("a", kAmazonsExample, absl::Minutes(1));
  std::string next = addresses.SignedPath("a", kAmazonsExample + absl::Hours(24), absl::Minutes(1));
  EXPECT_EQ(next, S3Addresses(options).SignedPath("a", kAmazonsExample + absl::Hours(24), absl::Minutes(1)));
  EXPECT_EQ(first, addresses.SignedPath("a", kAmazonsExample, absl::Minutes(1)));
}

TEST(S3AddressesTest, ATemporaryCredentialsTokenAndOtherParametersAreInTheirOrder) {
  S3Options options = OptionsOf("s3://b?region=r&endpoint=http://h");
  options.session_token = "a+b/c=";
  std::string path =
      S3Addresses(options).SignedPath("a", kAmazonsExample, absl::Minutes(1), "expires=1369353660&token=x");
  EXPECT_NE(path.find("&X-Amz-Expires=60&X-Amz-Security-Token=a%2Bb%2Fc%3D&X-Amz-SignedHeaders=host"
                      "&expires=1369353660&token=x&X-Amz-Signature="),
            path.npos)
      << path;
}

}  // namespace
}  // namespace academy
