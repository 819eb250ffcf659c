// Multipart uploads, against a store that checks signatures, parts and their tags.
#include "services/platform/blobs/s3_multipart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

constexpr char kKey[] = "uploads/a/source";

S3Server& Store() {
  static S3Server server;
  return server;
}

S3Options OptionsOf(const std::string& prefix) {
  S3Options options;
  options.endpoint = Store().endpoint();
  options.bucket = S3Server::kBucket;
  options.prefix = prefix;
  options.region = S3Server::kRegion;
  options.access_key = S3Server::kAccessKey;
  options.secret_key = S3Server::kSecretKey;
  options.first_pause = absl::Milliseconds(1);
  return options;
}

class S3MultipartTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(Store().endpoint(), "") << Store().error(); }

  StoredPart Put(const std::string& upload, int number, const std::string& content) {
    absl::StatusOr<std::string> etag = multipart_.PutPart(kKey, upload, number, content);
    EXPECT_OK(etag);
    return {.number = number, .etag = etag.value_or("")};
  }

  const S3Options options_ = OptionsOf("test-" + Hex(RandomBytes(8)) + "/");
  S3Multipart multipart_{options_};
  // As another process.
  S3Multipart other_{options_};
  S3Blobs blobs_{options_};
};

TEST_F(S3MultipartTest, PartsOfTwoProcessesBecomeOneBlobInTheOrderOfTheirNumbers) {
  std::string upload = *multipart_.Begin(kKey);
  StoredPart first = Put(upload, 2, "first,");
  StoredPart third = Put(upload, 9, "third");
  absl::StatusOr<std::string> second = other_.PutPart(kKey, upload, 7, "second,");
  ASSERT_OK(second);
  Put(upload, 8, "of no use");
  EXPECT_THAT(blobs_.Open(kKey), HasReason("blob_not_found"));
  ASSERT_OK(other_.Complete(kKey, upload, {first, {.number = 7, .etag = *second}, third}));
  EXPECT_EQ(*ReadBlob(blobs_, kKey), "first,second,third");
}

TEST_F(S3MultipartTest, AnUploadThatHasEndedIsNotFound) {
  std::string upload = *multipart_.Begin(kKey);
  StoredPart part = Put(upload, 1, "x");
  ASSERT_OK(multipart_.Complete(kKey, upload, {part}));
  EXPECT_THAT(multipart_.Complete(kKey, upload, {part}), HasReason("blob_not_found"));
  EXPECT_THAT(multipart_.PutPart(kKey, upload, 2, "y"), HasReason("blob_not_found"));
  EXPECT_OK(multipart_.Abort(kKey, upload));
  EXPECT_EQ(*ReadBlob(blobs_, kKey), "x");
}

TEST_F(S3MultipartTest, AnAbortedUploadLeavesNothing) {
  std::string upload = *multipart_.Begin(kKey);
  StoredPart part = Put(upload, 1, "x");
  ASSERT_OK(multipart_.Abort(kKey, upload));
  EXPECT_OK(multipart_.Abort(kKey, upload));
  EXPECT_THAT(multipart_.Complete(kKey, upload, {part}), HasReason("blob_not_found"));
  EXPECT_THAT(blobs_.Open(kKey), HasReason("blob_not_found"));
  EXPECT_EQ(Store().Control("uploads"), "[]");
}

TEST_F(S3MultipartTest, APartThatWasReplacedIsAnErrorAndNeverOtherBytes) {
  std::string upload = *multipart_.Begin(kKey);
  StoredPart part = Put(upload, 1, "mine");
  Put(upload, 1, "another's");
  EXPECT_THAT(multipart_.Complete(kKey, upload, {part}), HasReason("storage_error"));
  EXPECT_OK(multipart_.Abort(kKey, upload));
}

TEST_F(S3MultipartTest, ACompletionWhoseAnswerIsLostHasMadeTheBlob) {
  std::string upload = *multipart_.Begin(kKey);
  StoredPart part = Put(upload, 1, "x");
  Store().Control("lose?times=1");
  EXPECT_THAT(multipart_.Complete(kKey, upload, {part}), HasReason("blob_not_found"));
  EXPECT_EQ(*ReadBlob(blobs_, kKey), "x");
}

TEST_F(S3MultipartTest, KeysAreThoseOfBlobs) {
  EXPECT_THAT(multipart_.Begin("../a"), HasReason("blob_key_invalid"));
  EXPECT_THAT(multipart_.PutPart("../a", "u", 1, "x"), HasReason("blob_key_invalid"));
  EXPECT_THAT(multipart_.Complete("../a", "u", {}), HasReason("blob_key_invalid"));
  EXPECT_THAT(multipart_.Abort("../a", "u"), HasReason("blob_key_invalid"));
}

}  // namespace
}  // namespace academy
