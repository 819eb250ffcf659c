#include "services/platform/blobs/s3_streams.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/synchronization/notification.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/testing/backward_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

constexpr std::chrono::seconds kPatience{30};

using StreamOr = absl::StatusOr<std::unique_ptr<BlobStream>>;

class S3StreamsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(Store().endpoint(), "") << Store().error();
    options_.endpoint = Store().endpoint();
    options_.bucket = S3Server::kBucket;
    options_.region = S3Server::kRegion;
    options_.access_key = S3Server::kAccessKey;
    options_.secret_key = S3Server::kSecretKey;
    options_.first_pause = absl::Milliseconds(1);
    options_.stall_timeout = absl::Seconds(1);
    blobs_ = std::make_unique<S3Blobs>(options_);
    streams_ = std::make_unique<S3Streams>(options_);
  }

  absl::StatusOr<BlobInfo> Describe(const std::string& key) {
    std::promise<absl::StatusOr<BlobInfo>> told;
    streams_->Describe(key, [&](absl::StatusOr<BlobInfo> info) { told.set_value(std::move(info)); });
    return told.get_future().get();
  }

  StreamOr Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length) {
    std::promise<StreamOr> told;
    streams_->Open(key, info, offset, length, [&](StreamOr stream) { told.set_value(std::move(stream)); });
    return told.get_future().get();
  }

  // Reads `size` bytes, or fewer and an error.
  static absl::Status Read(BlobStream& stream, size_t size, std::string& got) {
    while (got.size() < size) {
      absl::Notification ready;
      std::string piece;
      absl::Status status = stream.Read(piece, [&ready] { ready.Notify(); });
      if (!status.ok()) return status;
      if (piece.empty()) ready.WaitForNotification();
      got += piece;
    }
    return absl::OkStatus();
  }

  static std::string Noise(size_t size) {
    std::string text(size, '\0');
    uint32_t state = 1;
    for (char& c : text) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    return text;
  }

  static S3Server& Store() {
    static S3Server server;
    return server;
  }

  S3Options options_;
  std::unique_ptr<S3Blobs> blobs_;
  std::unique_ptr<S3Streams> streams_;
};

TEST_F(S3StreamsTest, ABlobIsDescribedAndStreamedInWholeAndInParts) {
  const std::string content = Noise(1'000'000);
  ASSERT_OK(blobs_->Put("media/a", content));
  absl::StatusOr<BlobInfo> info = Describe("media/a");
  ASSERT_OK(info);
  EXPECT_EQ(info->size, 1'000'000);
  EXPECT_EQ(info->etag, (*blobs_->Open("media/a"))->etag());

  std::string got;
  ASSERT_OK(Read(**Open("media/a", *info, 0, info->size), content.size(), got));
  EXPECT_TRUE(got == content);
  got.clear();
  ASSERT_OK(Read(**Open("media/a", *info, 999'990, 10), 10, got));
  EXPECT_EQ(got, content.substr(999'990));
  got.clear();
  ASSERT_OK(Read(**Open("media/a", *info, 17, 1), 1, got));
  EXPECT_EQ(got, content.substr(17, 1));
}

TEST_F(S3StreamsTest, WhatIsNotThereIsNotFound) {
  EXPECT_THAT(Describe("none"), HasReason("blob_not_found"));
  EXPECT_THAT(Describe("../none"), HasReason("blob_key_invalid"));
  ASSERT_OK(blobs_->Put("a", "x"));
  BlobInfo info = *Describe("a");
  ASSERT_OK(blobs_->Remove("a"));
  EXPECT_THAT(Open("a", info, 0, 1), HasReason("blob_not_found"));
  // The cached description is dropped.
  EXPECT_THAT(Describe("a"), HasReason("blob_not_found"));
}

TEST_F(S3StreamsTest, AnotherBlobIsNotTakenForTheOneDescribed) {
  ASSERT_OK(blobs_->Put("a", "old"));
  BlobInfo info = *Describe("a");
  ASSERT_OK(blobs_->Put("a", "newer"));
  EXPECT_THAT(Open("a", info, 0, 3), HasReason("blob_changed"));
  EXPECT_EQ(Describe("a")->size, 5);
}

TEST_F(S3StreamsTest, AStreamThatBreaksOffGoesOnWhereItWas) {
  const std::string content = Noise(500'000);
  ASSERT_OK(blobs_->Put("a", content));
  BlobInfo info = *Describe("a");
  Store().Control("cut?times=3&bytes=100000");
  std::string got;
  ASSERT_OK(Read(**Open("a", info, 0, info.size), content.size(), got));
  EXPECT_TRUE(got == content);
}

TEST_F(S3StreamsTest, AStoreThatFailsForAMomentIsAskedAgain) {
  ASSERT_OK(blobs_->Put("a", "content"));
  Store().Control("fail?times=2&status=503");
  BlobInfo info = *Describe("a");
  Store().Control("fail?times=2&status=500");
  std::string got;
  ASSERT_OK(Read(**Open("a", info, 0, 7), 7, got));
  EXPECT_EQ(got, "content");
}

TEST_F(S3StreamsTest, AStoreThatNeverAnswersIsGivenUpInTime) {
  options_.answer_timeout = absl::Milliseconds(200);
  S3Streams impatient(options_);
  Store().Control("stall?times=1");
  std::promise<absl::Status> told;
  impatient.Describe("a", [&](const absl::StatusOr<BlobInfo>& info) { told.set_value(info.status()); });
  EXPECT_THAT(told.get_future().get(), HasReason("storage_timeout"));
}

TEST_F(S3StreamsTest, AClockThatIsSetBackProlongsNoWaitForTheStore) {
  options_.answer_timeout = absl::Milliseconds(200);
  options_.tries = 2;
  BackwardClock clock;
  for (const char* trouble : {"stall?times=1", "fail?times=1&status=503"}) {
    std::promise<void> answered;
    // Ends its requests before the promise goes.
    S3Streams impatient(options_);
    Store().Control(trouble);
    impatient.Describe("none", [&](const absl::StatusOr<BlobInfo>&) { answered.set_value(); });
    EXPECT_EQ(answered.get_future().wait_for(kPatience), std::future_status::ready) << trouble;
  }
}

TEST_F(S3StreamsTest, AReaderThatDoesNotReadHoldsUpNobodyElse) {
  const std::string content = Noise(8'000'000);
  ASSERT_OK(blobs_->Put("a", content));
  BlobInfo info = *Describe("a");
  std::vector<std::unique_ptr<BlobStream>> slow;
  for (int i = 0; i < 20; ++i) slow.push_back(*Open("a", info, 0, info.size));
  std::string got;
  ASSERT_OK(Read(**Open("a", info, 0, 1'000'000), 1'000'000, got));
  EXPECT_TRUE(content.starts_with(got));
  // The slow readers get the rest when they resume.
  got.clear();
  ASSERT_OK(Read(*slow[7], content.size(), got));
  EXPECT_TRUE(got == content);
  EXPECT_GE(streams_->open(), 19u);
}

TEST_F(S3StreamsTest, NoMoreStreamsThanAllowedAreOpen) {
  options_.max_streams = 1;
  S3Streams few(options_);
  ASSERT_OK(blobs_->Put("a", Noise(4'000'000)));
  BlobInfo info = *Describe("a");
  std::promise<StreamOr> first;
  few.Open("a", info, 0, info.size, [&](StreamOr stream) { first.set_value(std::move(stream)); });
  std::unique_ptr<BlobStream> held = *first.get_future().get();
  absl::Status refused;
  few.Open("a", info, 0, info.size, [&](const StreamOr& stream) { refused = stream.status(); });
  EXPECT_THAT(refused, HasReason("too_many_streams"));
}

TEST_F(S3StreamsTest, TheEndOfAllTellsWhoStillWaits) {
  const std::string content = Noise(4'000'000);
  ASSERT_OK(blobs_->Put("a", content));
  BlobInfo info = *Describe("a");
  std::unique_ptr<BlobStream> stream = *Open("a", info, 0, info.size);
  Store().Control("stall?times=1");
  std::promise<absl::Status> told;
  streams_->Describe("b", [&](const absl::StatusOr<BlobInfo>& described) { told.set_value(described.status()); });
  streams_.reset();
  EXPECT_THAT(told.get_future().get(), HasReason("storage_error"));
  std::string got;
  EXPECT_THAT(Read(*stream, content.size(), got), HasReason("storage_error"));
}

}  // namespace
}  // namespace academy
