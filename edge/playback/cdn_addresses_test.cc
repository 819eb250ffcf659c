#include "edge/playback/cdn_addresses.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/blobs/s3_options.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

const CdnOptions kGood = {.url = "https://cdn.example", .secret = "0123456789abcdef0123456789abcdef"};

TEST(CdnAddressesTest, AnAddressHasWhatNetworkAndStoreCheck) {
  S3Options options = *ParseS3Url("s3://bucket/main?region=r&endpoint=http://store:9000");
  options.access_key = "key";
  options.secret_key = "secret";
  S3Addresses store(options);
  std::string address = CdnAddresses(kGood, store).AddressOf("media/a/v0/seg-00000.m4s", 1'700'000'000'999);
  // printf %s "$secret/bucket/main/media/a/v0/seg-00000.m4s1700000060" | openssl md5 -binary | basenc --base64url
  std::string ours = "&expires=1700000060&response-content-type=video%2Fiso.segment&token=xMXtJQrHfbyheotEFSI8DQ";
  EXPECT_TRUE(address.starts_with("https://cdn.example/bucket/main/media/a/v0/seg-00000.m4s?X-Amz-Algorithm="))
      << address;
  EXPECT_NE(address.find("&X-Amz-Date=20231114T221320Z&X-Amz-Expires=60&"), address.npos) << address;
  EXPECT_NE(address.find(ours + "&X-Amz-Signature="), address.npos) << address;
}

TEST(CdnAddressesTest, OnlyAnOriginWithASecretAndAShortLifeIsTaken) {
  EXPECT_OK(CheckCdn(kGood));
  EXPECT_OK(CheckCdn({.url = "http://127.0.0.1:8083", .secret = kGood.secret, .life = absl::Seconds(1)}));
  for (const char* url : {"cdn.example", "https://", "https://cdn.example/", "https://cdn.example; script-src *",
                          "ftp://cdn.example", "https://user@cdn.example", "https://cdn.example\r\nX: y"}) {
    EXPECT_FALSE(CheckCdn({.url = url, .secret = kGood.secret}).ok()) << url;
  }
  EXPECT_FALSE(CheckCdn({.url = kGood.url, .secret = "short"}).ok());
  EXPECT_FALSE(CheckCdn({.url = kGood.url, .secret = kGood.secret, .life = absl::Minutes(2)}).ok());
  EXPECT_FALSE(CheckCdn({.url = kGood.url, .secret = kGood.secret, .life = absl::ZeroDuration()}).ok());
}

}  // namespace
}  // namespace academy::edge
