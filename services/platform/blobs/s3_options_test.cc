#include "services/platform/blobs/s3_options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

TEST(S3OptionsTest, AmazonsAddressesHaveTheBucketInTheHost) {
  S3Options options = *ParseS3Url("s3://my-bucket/media/academy?region=eu-central-1");
  EXPECT_EQ(UrlOf(options, "images/a.webp"),
            "https://my-bucket.s3.eu-central-1.amazonaws.com/media/academy/images/a.webp");
  EXPECT_EQ(UrlOf(options, ""), "https://my-bucket.s3.eu-central-1.amazonaws.com/");
  EXPECT_EQ(options.region, "eu-central-1");
}

TEST(S3OptionsTest, OthersHaveItInThePath) {
  S3Options options = *ParseS3Url("s3://bucket?endpoint=http://127.0.0.1:9000/&region=x");
  EXPECT_EQ(UrlOf(options, "a/b"), "http://127.0.0.1:9000/bucket/a/b");
  EXPECT_EQ(UrlOf(options, ""), "http://127.0.0.1:9000/bucket");
  EXPECT_EQ(UrlOf(*ParseS3Url("s3://bucket/p/?endpoint=http://h"), "a"), "http://h/bucket/p/a");
}

TEST(S3OptionsTest, WhatIsNoAddressIsRefused) {
  for (const char* url :
       {"http://bucket", "s3://", "s3://key:secret@bucket", "s3://Bucket", "s3://b/../c", "s3://b?x=y",
        "s3://b?endpoint=ftp://h", "s3://b?endpoint=http://user:word@h", "s3://b?region=", "s3:///b"}) {
    EXPECT_THAT(ParseS3Url(url), HasReason("blobs_url_invalid")) << url;
  }
  EXPECT_TRUE(IsS3Url("s3://b"));
  EXPECT_FALSE(IsS3Url("/var/blobs"));
}

TEST(S3OptionsTest, SecretsComeFromAFileOrTheEnvironment) {
  std::filesystem::path file = std::filesystem::temp_directory_path() / ("secrets_" + Hex(RandomBytes(8)));
  std::ofstream(file) << "[default]\naws_access_key_id = id\naws_secret_access_key=a/b+c=\naws_session_token = t\n";
  S3Options options;
  ASSERT_OK(LoadS3Credentials(file, options));
  EXPECT_EQ(options.access_key + " " + options.secret_key + " " + options.session_token, "id a/b+c= t");
  std::ofstream(file) << "aws_access_key_id = id\n";
  S3Options incomplete;
  EXPECT_THAT(LoadS3Credentials(file, incomplete), HasReason("credentials_missing"));
  std::filesystem::remove(file);
  EXPECT_THAT(LoadS3Credentials(file, incomplete), HasReason("credentials_missing"));

  ::setenv("AWS_ACCESS_KEY_ID", "key", 1);
  ::unsetenv("AWS_SECRET_ACCESS_KEY");
  S3Options bare;
  EXPECT_THAT(LoadS3Credentials({}, bare), HasReason("credentials_missing"));
  ::setenv("AWS_SECRET_ACCESS_KEY", "word", 1);
  ASSERT_OK(LoadS3Credentials({}, bare));
  EXPECT_EQ(bare.access_key + bare.secret_key, "keyword");
}

}  // namespace
}  // namespace academy
