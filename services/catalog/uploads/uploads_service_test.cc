// Resumable uploads, through real stubs and over restarts.
#include <fcntl.h>
#include <openssl/sha.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

using Stub = v1::Uploads::Stub;

constexpr absl::Duration kDay = absl::Hours(24);

std::string Sha1(const std::string& data) {
  std::string digest(SHA_DIGEST_LENGTH, '\0');
  SHA1(reinterpret_cast<const unsigned char*>(data.data()), data.size(),
       reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

class UploadsServiceTest : public CatalogServerTest {
 protected:
  static absl::Status SetModified(const std::filesystem::path& file, UnixMillis time) {
    struct timespec times[2] = {{.tv_sec = time / 1000, .tv_nsec = 0}, {.tv_sec = time / 1000, .tv_nsec = 0}};
    return ::utimensat(AT_FDCWD, file.c_str(), times, 0) == 0 ? absl::OkStatus() : absl::InternalError("utimensat");
  }
  std::filesystem::path FileOf(const std::string& id) { return options_.folder / "uploads" / id; }

  // An append whose client goes silent after `data`: it neither ends nor disconnects.
  struct Hanging {
    grpc::ClientContext context;
    v1::UploadState state;
    std::unique_ptr<grpc::ClientWriter<v1::AppendUploadRequest>> writer;
  };
  std::unique_ptr<Hanging> Hang(const std::string& id, const std::string& data) {
    auto hanging = std::make_unique<Hanging>();
    PrepareContext(hanging->context, {credential_, manager_}, absl::Seconds(60));
    hanging->writer = uploads_->AppendUpload(&hanging->context, &hanging->state);
    v1::AppendUploadRequest message;
    message.mutable_header()->set_upload_id(id);
    hanging->writer->Write(message);
    message.set_data(data);
    hanging->writer->Write(message);
    return hanging;
  }
};

TEST_F(UploadsServiceTest, AnUploadInPiecesGoesOnOverARestart) {
  std::string content = RandomBytes(300'000);
  std::string id = CreateUpload(300'000).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, content.substr(0, 100'001), state));
  EXPECT_EQ(state.offset(), 100'001);
  Restart();
  state = *GetUpload(id);
  EXPECT_EQ(state.offset(), 100'001);
  EXPECT_EQ(state.length(), 300'000);
  EXPECT_EQ(state.metadata(), "filename dmlkZW8ubXA0");
  EXPECT_EQ(state.expires_at_ms(), clock_.Now() + kDay);
  ASSERT_OK(Append(id, 100'001, content.substr(100'001), state));
  EXPECT_EQ(state.offset(), 300'000);
  EXPECT_EQ(GetAsset(id).status(), "queued");
  EXPECT_EQ(ReadFile(FileOf(id)), content);
  // The last response may have been lost, so repeating the request is harmless.
  EXPECT_EQ(GetUpload(id)->offset(), 300'000);
  EXPECT_OK(Append(id, 300'000, "", state));
}

TEST_F(UploadsServiceTest, AWrongOffsetStoresNothing) {
  std::string id = CreateUpload(100).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "0123456789", state));
  for (int64_t offset : {0, 9, 11, -1}) {
    EXPECT_THAT(Append(id, offset, "x", state), HasReason("offset_mismatch")) << offset;
  }
  EXPECT_EQ(GetUpload(id)->offset(), 10);
}

TEST_F(UploadsServiceTest, AChecksumCountsForTheWholeCall) {
  std::string content = RandomBytes(200'000);
  std::string id = CreateUpload(400'000).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, content, state, "sha256", Sha256(content)));
  EXPECT_THAT(Append(id, 200'000, content, state, "sha1", Sha1("other")), HasReason("checksum_mismatch"));
  EXPECT_EQ(GetUpload(id)->offset(), 200'000);
  EXPECT_THAT(Append(id, 200'000, content, state, "md5", "x"), HasReason("validation_failed"));
  ASSERT_OK(Append(id, 200'000, content, state, "sha1", Sha1(content)));
  EXPECT_EQ(GetAsset(id).status(), "queued");
}

TEST_F(UploadsServiceTest, BytesOfACheckedAppendThatBrokeOffDoNotCountAfterACrash) {
  std::string id = CreateUpload(100).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "0123456789", state));
  auto hanging = std::make_unique<Hanging>();
  PrepareContext(hanging->context, {credential_, manager_}, absl::Seconds(60));
  hanging->writer = uploads_->AppendUpload(&hanging->context, &hanging->state);
  v1::AppendUploadRequest message;
  message.mutable_header()->set_upload_id(id);
  message.mutable_header()->set_offset(10);
  message.mutable_header()->set_checksum_algorithm("sha1");
  message.mutable_header()->set_checksum(Sha1("whole"));
  hanging->writer->Write(message);
  message.set_data("half");
  hanging->writer->Write(message);
  hanging->context.TryCancel();
  hanging->writer->Finish();
  EXPECT_EQ(GetUpload(id)->offset(), 10);
}

TEST_F(UploadsServiceTest, WhatADeadConnectionBroughtIsKeptAndTheNewcomerTakesOver) {
  std::string id = CreateUpload(20).upload_id();
  std::unique_ptr<Hanging> dead = Hang(id, "0123456789");
  // Like a client: bytes that the dead connection delivered after the offset was queried require querying it again.
  v1::UploadState state;
  absl::Status appended;
  do {
    state = *GetUpload(id);
    ASSERT_LE(state.offset(), 10);
    std::string rest = std::string("0123456789abcdefghij").substr(static_cast<size_t>(state.offset()));
    appended = Append(id, state.offset(), rest, state);
  } while (DetailOf(appended).reason == "offset_mismatch");
  EXPECT_OK(appended);
  EXPECT_THAT(dead->writer->Finish(), testing::Not(IsOk()));
  EXPECT_EQ(ReadFile(FileOf(id)), "0123456789abcdefghij");
}

TEST_F(UploadsServiceTest, TwoUploadsAtOnceKeepTheirDataApart) {
  std::string first = RandomBytes(2'000'000);
  std::string second = RandomBytes(2'000'000);
  std::string id1 = CreateUpload(2'000'000).upload_id();
  std::string id2 = CreateUpload(2'000'000).upload_id();
  std::thread other([&] {
    v1::UploadState state;
    EXPECT_OK(Append(id2, 0, second, state));
  });
  v1::UploadState state;
  EXPECT_OK(Append(id1, 0, first, state));
  other.join();
  EXPECT_EQ(ReadFile(FileOf(id1)), first);
  EXPECT_EQ(ReadFile(FileOf(id2)), second);
}

TEST_F(UploadsServiceTest, SizesHaveLimits) {
  absl::Status status;
  CreateUpload(options_.max_upload + 1, &status);
  EXPECT_THAT(status, HasReason("upload_too_large"));
  CreateUpload(-1, &status);
  EXPECT_THAT(status, HasReason("validation_failed"));
  std::string id = CreateUpload(5).upload_id();
  v1::UploadState state;
  EXPECT_THAT(Append(id, 0, "0123456789", state), HasReason("upload_too_large"));
  EXPECT_EQ(GetUpload(id)->offset(), 0);
}

TEST_F(UploadsServiceTest, ADeferredLengthIsToldLaterAndOnlyOnce) {
  std::string id = CreateUpload(std::nullopt).upload_id();
  EXPECT_FALSE(GetUpload(id)->has_length());
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "01234", state));
  EXPECT_THAT(Append(id, 5, "", state, "", "", 4), HasReason("upload_too_large"));
  ASSERT_OK(Append(id, 5, "56", state, "", "", 10));
  EXPECT_EQ(GetUpload(id)->length(), 10);
  EXPECT_THAT(Append(id, 7, "7", state, "", "", 11), HasReason("validation_failed"));
  ASSERT_OK(Append(id, 7, "789", state));
  EXPECT_EQ(GetAsset(id).status(), "queued");
}

TEST_F(UploadsServiceTest, AFullDiskRefusesUploadsClearly) {
  options_.keep_free = int64_t{1} << 60;
  Restart();
  absl::Status status;
  CreateUpload(1, &status);
  EXPECT_THAT(status, HasReason("disk_full"));
  EXPECT_TRUE(std::filesystem::is_empty(options_.folder / "uploads"));
}

TEST_F(UploadsServiceTest, OfTwoUploadsThatDoNotFitTogetherTheSecondIsRefusedAtOnce) {
  // Each needs its bytes, and as many for its processing.
  options_.free_space = [](const std::filesystem::path&) { return 200; };
  Restart();
  std::string first = CreateUpload(60).upload_id();
  absl::Status status;
  CreateUpload(60, &status);
  EXPECT_THAT(status, HasReason("disk_full"));
  CreateUpload(40, &status);
  ASSERT_OK(status);
  // A pause, however long, does not cost an upload its place while it may be resumed.
  clock_.Advance(absl::Hours(23));
  CreateUpload(1, &status);
  EXPECT_THAT(status, HasReason("disk_full"));
  clock_.Advance(absl::Hours(1));
  CreateUpload(100, &status);
  EXPECT_OK(status);
}

TEST_F(UploadsServiceTest, WhatIsUploadedKeepsThePlaceThatItsProcessingNeeds) {
  options_.free_space = [](const std::filesystem::path&) { return 100; };
  Restart();
  v1::UploadState state = CreateUpload(40);
  ASSERT_OK(Append(state.upload_id(), 0, std::string(40, 'x'), state));
  absl::Status status;
  CreateUpload(40, &status);
  EXPECT_THAT(status, HasReason("disk_full"));
  CreateUpload(30, &status);
  EXPECT_OK(status);
}

TEST_F(UploadsServiceTest, ALengthThatIsToldLaterMustFitToo) {
  options_.free_space = [](const std::filesystem::path&) { return 100; };
  Restart();
  std::string id = CreateUpload(std::nullopt).upload_id();
  CreateUpload(40);
  v1::UploadState state;
  EXPECT_THAT(Append(id, 0, "", state, "", "", 40), HasReason("disk_full"));
  EXPECT_FALSE(GetUpload(id)->has_length());
  EXPECT_OK(Append(id, 0, "", state, "", "", 10));
}

TEST_F(UploadsServiceTest, ConcurrentUploadsAreNotPromisedTheSameSpace) {
  options_.free_space = [](const std::filesystem::path&) { return 100; };
  Restart();
  std::vector<absl::Status> statuses(8);
  std::vector<std::thread> clients;
  for (absl::Status& status : statuses) clients.emplace_back([&] { CreateUpload(40, &status); });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(std::count_if(statuses.begin(), statuses.end(), [](const absl::Status& s) { return s.ok(); }), 1);
}

TEST_F(UploadsServiceTest, AWholeFileWhoseEndWasNotStoredIsFinishedWhenItsClientAsks) {
  std::string id = CreateUpload(10).upload_id();
  // As when the database is away at the end of the last append.
  std::ofstream(FileOf(id)) << "0123456789";
  EXPECT_EQ(GetUpload(id)->offset(), 10);
  EXPECT_EQ(GetAsset(id).status(), "queued");
  std::string other = CreateUpload(10).upload_id();
  std::ofstream(FileOf(other)) << "0123456789";
  v1::UploadState state;
  ASSERT_OK(Append(other, 10, "", state));
  EXPECT_EQ(GetAsset(other).status(), "queued");
}

TEST_F(UploadsServiceTest, AWholeFileIsNotRemovedAsUnfinished) {
  std::string id = CreateUpload(10).upload_id();
  std::ofstream(FileOf(id)) << "0123456789";
  clock_.Advance(kDay);
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(std::filesystem::exists(FileOf(id)));
  EXPECT_EQ(GetAsset(id).status(), "queued");
}

TEST_F(UploadsServiceTest, AnUploadGoesOnOnceThereIsSpaceAgain) {
  int64_t free = 1000;
  options_.free_space = [&](const std::filesystem::path&) { return free; };
  Restart();
  std::string id = CreateUpload(20).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "0123456789", state));
  free = 5;
  absl::Status full = Append(id, 10, "abcdefghij", state);
  EXPECT_THAT(full, HasReason("disk_full"));
  EXPECT_NE(MessageOf(full).find("no space"), std::string_view::npos);
  EXPECT_EQ(GetUpload(id)->offset(), 10);
  EXPECT_EQ(ReadFile(FileOf(id)), "0123456789");
  free = 1000;
  ASSERT_OK(Append(id, 10, "abcdefghij", state));
  EXPECT_EQ(ReadFile(FileOf(id)), "0123456789abcdefghij");
}

TEST_F(UploadsServiceTest, AnEndedUploadIsGoneWithItsFile) {
  std::string id = CreateUpload(20).upload_id();
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "0123456789", state));
  v1::DeleteUploadRequest request;
  request.set_upload_id(id);
  v1::DeleteUploadResponse response;
  ASSERT_OK(Call(*uploads_, &Stub::DeleteUpload, request, response));
  EXPECT_FALSE(std::filesystem::exists(FileOf(id)));
  EXPECT_THAT(GetUpload(id), HasReason("upload_not_found"));
  EXPECT_THAT(Append(id, 10, "x", state), HasReason("upload_not_found"));
  EXPECT_THAT(Call(*uploads_, &Stub::DeleteUpload, request, response), HasReason("upload_not_found"));
}

TEST_F(UploadsServiceTest, AnUnfinishedUploadIsRemovedADayAfterItsLastAppend) {
  std::string id = CreateUpload(20).upload_id();
  clock_.Advance(kDay - absl::Milliseconds(1));
  v1::UploadState state;
  ASSERT_OK(Append(id, 0, "0123456789", state));
  clock_.Advance(kDay - absl::Milliseconds(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(GetUpload(id)->offset(), 10);
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_THAT(GetUpload(id), HasReason("upload_not_found"));
  EXPECT_THAT(Append(id, 10, "x", state), HasReason("upload_not_found"));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(FileOf(id)));
}

TEST_F(UploadsServiceTest, AStartRemovesFilesWithoutUploadsAndQueuesWhatIsWhole) {
  std::string id = CreateUpload(10).upload_id();
  std::ofstream(FileOf(id)) << "0123456789";
  std::ofstream(options_.folder / "uploads" / "stray") << "x";
  Restart();
  EXPECT_EQ(GetAsset(id).status(), "queued");
  EXPECT_FALSE(std::filesystem::exists(options_.folder / "uploads" / "stray"));
}

TEST_F(UploadsServiceTest, AFileThatCannotBeReadStopsNeitherAStartNorASweep) {
  std::filesystem::path uploads = options_.folder / "uploads";
  // A folder is no file that can be opened or removed, whatever its process may do.
  auto make_unreadable = [&](const std::string& id) {
    std::filesystem::remove(uploads / id);
    std::filesystem::create_directory(uploads / id);
  };
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(CreateUpload(10).upload_id());
  make_unreadable(ids[0]);
  make_unreadable("unknown");
  clock_.Advance(2 * kDay);
  Restart();
  EXPECT_FALSE(catalog_->RunDueWork().ok());
  EXPECT_FALSE(std::filesystem::exists(uploads / ids[1]));
  EXPECT_FALSE(std::filesystem::exists(uploads / ids[2]));
}

TEST_F(UploadsServiceTest, AFileWithoutARecordIsKeptForAWeek) {
  // As after an older database was restored.
  std::filesystem::path file = options_.folder / "uploads" / "unknown";
  std::ofstream(file) << "video";
  ASSERT_OK(SetModified(file, clock_.Now()));
  clock_.Advance(6 * kDay);
  Restart();
  EXPECT_TRUE(std::filesystem::exists(file));
  clock_.Advance(2 * kDay);
  Restart();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(UploadsServiceTest, OnlyManagersWithTheCredentialUpload) {
  v1::CreateUploadRequest request;
  v1::UploadState state;
  EXPECT_TRUE(absl::IsPermissionDenied(CallAs(learner_, *uploads_, &Stub::CreateUpload, request, state)));
  grpc::ClientContext context;
  PrepareContext(context, {"wrong", manager_}, absl::Seconds(60));
  auto writer = uploads_->AppendUpload(&context, &state);
  writer->WritesDone();
  EXPECT_THAT(FromGrpc(writer->Finish()), HasReason("internal_credential"));
}

}  // namespace
}  // namespace academy::catalog
