// Uploads in the object store, continued by other processes, on every available engine. A process that is killed is a
// writer that is dropped.
#include "services/catalog/uploads/objects/upload_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "services/catalog/schema.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/s3_multipart.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kPart = kMinPartSize;
constexpr size_t kPiece = 256 * 1024;

S3Server& TheStore() {
  static S3Server server;
  return server;
}

S3Options OptionsOf(const std::string& prefix) {
  S3Options options;
  options.endpoint = TheStore().endpoint();
  options.bucket = S3Server::kBucket;
  options.prefix = prefix;
  options.region = S3Server::kRegion;
  options.access_key = S3Server::kAccessKey;
  options.secret_key = S3Server::kSecretKey;
  options.first_pause = absl::Milliseconds(1);
  return options;
}

class UploadObjectsTest : public testing::TestWithParam<Engine> {
 protected:
  UploadObjectsTest() { fs::create_directories(folder_); }
  ~UploadObjectsTest() override { fs::remove_all(folder_); }

  void SetUp() override {
    ASSERT_NE(TheStore().endpoint(), "") << TheStore().error();
    // As S3 does.
    TheStore().Control("parts?min=" + std::to_string(kPart));
  }

  // An upload with its record.
  std::string Begin(std::optional<int64_t> length) {
    std::string id = "upload" + std::to_string(++uploads_);
    EXPECT_OK(first_.Create(id));
    EXPECT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      InsertUpload(tx.sql(), {.id = id, .length = length, .expires_at = clock_.Now() + 1}, clock_.Now());
      return absl::OkStatus();
    }));
    return id;
  }

  static std::unique_ptr<UploadWriter> Open(UploadObjects& process, const std::string& id, bool checked = false) {
    auto writer = process.Open(id, checked);
    EXPECT_OK(writer);
    return *std::move(writer);
  }

  static absl::Status Append(UploadWriter& writer, std::string_view data) {
    for (; !data.empty(); data.remove_prefix(std::min(kPiece, data.size()))) {
      if (absl::Status status = writer.Append(data.substr(0, kPiece)); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

  // Appends and ends, as one request does.
  static void Store(UploadObjects& process, const std::string& id, std::string_view data, bool whole = false) {
    auto writer = Open(process, id);
    ASSERT_OK(Append(*writer, data));
    ASSERT_OK(writer->Sync(whole));
  }

  // The source as processing gets it.
  std::string Source(const std::string& id) {
    fs::path path = folder_ / ("source" + std::to_string(++placed_));
    EXPECT_OK(second_.Place(id, path, {}));
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  std::vector<std::string> Objects(const std::string& id) {
    std::vector<std::string> names;
    absl::StatusOr<std::vector<BlobEntry>> entries = blobs_.List(ObjectsFolder(id));
    EXPECT_OK(entries);
    for (const BlobEntry& entry : *entries) {
      names.push_back(entry.key.substr(ObjectsFolder(id).size() + 1));
    }
    return names;
  }

  std::string MultipartOf(const std::string& id) {
    return *database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<std::string> { return FindObject(sql, id)->multipart; });
  }

  FakeClock clock_;
  TestDatabase database_{GetParam(), Migrations()};
  const fs::path folder_ = fs::temp_directory_path() / ("objects_" + Hex(RandomBytes(8)));
  const S3Options options_ = OptionsOf("test-" + Hex(RandomBytes(8)) + "/");
  S3Blobs blobs_{options_};
  S3Multipart multipart_{options_};
  RemovalHold hold_{*database_, clock_};
  const ObjectWriter::Places places_{*database_, blobs_, multipart_};
  // Two processes.
  UploadObjects first_{places_, hold_, clock_, {.work_folder = folder_}};
  UploadObjects second_{places_, hold_, clock_, {.work_folder = folder_}};
  int uploads_ = 0;
  int placed_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Engines, UploadObjectsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(UploadObjectsTest, AnotherProcessContinuesAtTheLastPartOfOneThatWasKilled) {
  std::string content = RandomBytes(static_cast<size_t>(2 * kPart + 3'000'000));
  std::string id = Begin(content.size());
  auto killed = Open(first_, id);
  ASSERT_OK(Append(*killed, std::string_view(content).substr(0, 2 * kPart + 1'000'000)));
  killed.reset();
  EXPECT_EQ(*second_.Size(id), 2 * kPart);
  Store(second_, id, std::string_view(content).substr(2 * kPart), /*whole=*/true);
  ASSERT_OK(second_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_TRUE(Source(id) == content);
}

TEST_P(UploadObjectsTest, AfterFiftyKillsTheFileIsTheSameAndNoKillCostsMoreThanAPart) {
  std::mt19937_64 random(18);
  std::string content = RandomBytes(static_cast<size_t>(12 * kPart + 17));
  const auto size = static_cast<int64_t>(content.size());
  std::string id = Begin(size);
  int kills = 0;
  for (int64_t offset = 0; offset < size; offset = *first_.Size(id)) {
    auto writer = Open(kills % 2 == 0 ? first_ : second_, id);
    ASSERT_EQ(*writer->Size(), offset);
    bool kill = kills < 50;
    // Some end without a kill, so that there are tails to continue.
    bool end = kill && random() % 4 == 0;
    int64_t rest = size - offset;
    int64_t sent = kill ? std::min<int64_t>(rest - 1, static_cast<int64_t>(random() % (2 * kPart))) : rest;
    ASSERT_OK(Append(*writer, std::string_view(content).substr(offset, sent)));
    if (end || !kill) {
      ASSERT_OK(writer->Sync(/*whole=*/sent == rest));
    }
    if (!end) ++kills;
    writer.reset();
    int64_t lost = offset + sent - *first_.Size(id);
    EXPECT_LT(lost, end || !kill ? 1 : kPart);
    EXPECT_GE(lost, 0);
  }
  EXPECT_GE(kills, 50);
  ASSERT_OK(second_.Finish(id, size));
  EXPECT_TRUE(Source(id) == content);
}

TEST_P(UploadObjectsTest, ShortAppendsOfManyProcessesBecomeTheFile) {
  std::string content = RandomBytes(static_cast<size_t>(kPart + 100));
  std::string id = Begin(content.size());
  Store(first_, id, std::string_view(content).substr(0, 3));
  Store(second_, id, std::string_view(content).substr(3, kPart - 4));
  EXPECT_EQ(Objects(id).size(), 1U);
  Store(first_, id, std::string_view(content).substr(kPart - 1, 50));
  Store(second_, id, "");
  EXPECT_EQ(*first_.Size(id), kPart + 49);
  Store(second_, id, std::string_view(content).substr(kPart + 49), /*whole=*/true);
  EXPECT_THAT(Objects(id), testing::IsEmpty());
  ASSERT_OK(first_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_TRUE(Source(id) == content);
}

TEST_P(UploadObjectsTest, AnAppendThatAnotherProcessTookOverStoresNothingMore) {
  std::string content = RandomBytes(static_cast<size_t>(kPart + 10));
  std::string id = Begin(content.size());
  auto late = Open(first_, id);
  ASSERT_OK(late->Append("other bytes"));
  auto later = Open(first_, id);
  ASSERT_OK(Append(*later, std::string(kPart - 1, 'x')));
  Store(second_, id, std::string_view(content).substr(0, 10));
  EXPECT_THAT(late->Sync(/*whole=*/false), HasReason("upload_interrupted"));
  // Also with a whole part.
  EXPECT_THAT(later->Append("xyz"), HasReason("upload_interrupted"));
  EXPECT_EQ(*first_.Size(id), 10);
  Store(second_, id, std::string_view(content).substr(10), /*whole=*/true);
  ASSERT_OK(second_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_TRUE(Source(id) == content);
}

TEST_P(UploadObjectsTest, WhoAsksForTheOffsetMayRelyOnIt) {
  std::string id = Begin(100);
  auto writer = Open(first_, id);
  ASSERT_OK(writer->Append("0123456789"));
  ASSERT_OK(second_.EndAppends(id));
  EXPECT_EQ(*second_.Size(id), 0);
  EXPECT_THAT(writer->Sync(/*whole=*/false), HasReason("upload_interrupted"));
  EXPECT_EQ(*second_.Size(id), 0);
  EXPECT_THAT(second_.EndAppends("unknown"), HasReason("upload_not_found"));
}

TEST_P(UploadObjectsTest, BytesWithAChecksumCountOnlyWhenItWasVerified) {
  std::string content = RandomBytes(static_cast<size_t>(2 * kPart));
  std::string id = Begin(content.size() + 4);
  Store(first_, id, "tail");
  auto wrong = Open(first_, id, /*checked=*/true);
  ASSERT_OK(Append(*wrong, std::string(2 * kPart, 'x')));
  EXPECT_EQ(*second_.Size(id), 4);
  ASSERT_OK(wrong->Discard());
  auto right = Open(first_, id, /*checked=*/true);
  ASSERT_OK(Append(*right, content));
  EXPECT_EQ(*second_.Size(id), 4);
  ASSERT_OK(right->Sync(/*whole=*/true));
  ASSERT_OK(first_.Finish(id, static_cast<int64_t>(content.size()) + 4));
  EXPECT_TRUE(Source(id) == "tail" + content);
}

TEST_P(UploadObjectsTest, WhatALostCommitRecordedIsNotRecordedAgain) {
  std::string id = Begin(100);
  auto claimed =
      database_->Write([&](Transaction& tx) -> absl::StatusOr<ObjectRecord> { return *ClaimObject(tx.sql(), id); });
  ASSERT_OK(claimed);
  auto record = [&](int64_t tail) {
    return database_->Write([&](Transaction& tx) { return RecordObject(tx.sql(), *claimed, {{}, tail}); });
  };
  ASSERT_OK(record(7));
  EXPECT_THAT(record(9), HasReason("upload_interrupted"));
  EXPECT_EQ(*second_.Size(id), 7);
}

TEST_P(UploadObjectsTest, AnAppendThatTheStoreRefusesGoesOnWhereItStopped) {
  std::string content = RandomBytes(static_cast<size_t>(kPart + 10));
  std::string id = Begin(content.size());
  auto writer = Open(first_, id);
  ASSERT_OK(Append(*writer, std::string_view(content).substr(0, kPart - 5)));
  TheStore().Control("fail?times=4&status=503");
  EXPECT_THAT(writer->Append(std::string_view(content).substr(kPart - 5)), HasReason("storage_error"));
  ASSERT_OK(writer->Sync(/*whole=*/false));
  EXPECT_EQ(*second_.Size(id), kPart - 5);
  Store(second_, id, std::string_view(content).substr(kPart - 5), /*whole=*/true);
  ASSERT_OK(second_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_TRUE(Source(id) == content);
}

TEST_P(UploadObjectsTest, WhatIsWholeIsFinishedByAnyProcessAndMoreThanOnce) {
  std::string content = RandomBytes(static_cast<size_t>(kPart + 10));
  std::string id = Begin(content.size());
  Store(first_, id, content, /*whole=*/true);
  EXPECT_THAT(second_.List(), testing::ElementsAre(id));
  TheStore().Control("lose?times=1");
  EXPECT_OK(second_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_OK(first_.Finish(id, static_cast<int64_t>(content.size())));
  EXPECT_TRUE(Source(id) == content);
  EXPECT_THAT(first_.Finish(id, 5), HasReason("storage_error"));
}

TEST_P(UploadObjectsTest, ALengthThatIsToldAfterTheBytesMakesTheTailTheLastPart) {
  std::string id = Begin(std::nullopt);
  Store(first_, id, "short");
  ASSERT_OK(second_.Finish(id, 5));
  EXPECT_EQ(Source(id), "short");
  std::string empty = Begin(std::nullopt);
  ASSERT_OK(second_.Finish(empty, 0));
  EXPECT_EQ(Source(empty), "");
}

TEST_P(UploadObjectsTest, ARemovedUploadLeavesNothingNotEvenOfAProcessThatDidNotKnow) {
  std::string id = Begin(100);
  Store(first_, id, "0123456789");
  std::string multipart = MultipartOf(id);
  auto late = Open(second_, id);
  ASSERT_OK(late->Append("x"));
  ASSERT_OK(hold_.Begin("backup", absl::Minutes(1)));
  ASSERT_OK(first_.Remove(id));
  EXPECT_THAT(first_.Size(id), HasReason("upload_not_found"));
  ASSERT_OK(first_.RemoveDue());
  EXPECT_EQ(Objects(id).size(), 1U);
  ASSERT_OK(hold_.End("backup"));
  ASSERT_OK(second_.RemoveDue());
  EXPECT_THAT(Objects(id), testing::IsEmpty());
  EXPECT_THAT(multipart_.PutPart(SourceKey(id), multipart, 9, "x"), HasReason("blob_not_found"));

  EXPECT_THAT(late->Sync(/*whole=*/false), HasReason("upload_interrupted"));
  EXPECT_EQ(Objects(id).size(), 1U);
  ASSERT_OK(first_.RemoveDue());
  clock_.Advance(absl::Hours(1) + absl::Milliseconds(1));
  ASSERT_OK(first_.RemoveDue());
  EXPECT_THAT(Objects(id), testing::IsEmpty());
  EXPECT_OK(first_.Remove(id));
}

TEST_P(UploadObjectsTest, AnUploadWhoseRecordACrashPreventedIsRemovedAnHourLater) {
  ASSERT_OK(first_.Create("forgotten"));
  std::string needed = Begin(100);
  ASSERT_OK(second_.RemoveDue());
  EXPECT_OK(first_.Size("forgotten"));
  clock_.Advance(absl::Hours(1) + absl::Milliseconds(1));
  ASSERT_OK(second_.RemoveDue());
  EXPECT_THAT(first_.Size("forgotten"), HasReason("upload_not_found"));
  EXPECT_OK(first_.Size(needed));
}

TEST_P(UploadObjectsTest, PartsThatTheStoreHasDroppedEndTheUpload) {
  std::string id = Begin(2 * kPart);
  auto writer = Open(first_, id);
  ASSERT_OK(writer->Append(std::string(10, 'x')));
  ASSERT_OK(multipart_.Abort(SourceKey(id), MultipartOf(id)));
  EXPECT_THAT(Append(*writer, std::string(kPart, 'x')), HasReason("upload_not_found"));
}

}  // namespace
}  // namespace academy::catalog
