#include "services/catalog/testing/server_fixture.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "services/catalog/schema.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::catalog {

namespace fs = std::filesystem;

CatalogServerFixture::CatalogServerFixture(Engine engine)
    : folder_(fs::temp_directory_path() / ("catalog_" + Hex(RandomBytes(8)))),
      database_(engine, Migrations()),
      options_{.folder = folder_ / "catalog",
               .blobs = folder_ / "blobs",
               .database_url = database_.url(),
               .callers = credential_,
               .media_keys = KeyRing::Fixed(credential_),
               .max_upload = 64 << 20,
               .keep_free = 0,
               .encoders = 0} {
  fs::create_directories(folder_ / "work");
  Start();
}

CatalogServerFixture::~CatalogServerFixture() {
  Stop();
  fs::remove_all(folder_);
}

void CatalogServerFixture::Start() {
  auto created = CatalogServer::Create(options_, clock_);
  ASSERT_TRUE(created.ok()) << MessageOf(created.status());
  catalog_ = *std::move(created);
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.SetMaxReceiveMessageSize(64 << 20);
  for (grpc::Service* service : catalog_->services()) builder.RegisterService(service);
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr);
  channel_ = MakeChannel("127.0.0.1:" + std::to_string(port));
  courses_ = v1::Courses::NewStub(channel_);
  bin_ = v1::CourseBin::NewStub(channel_);
  assets_ = v1::Assets::NewStub(channel_);
  playback_ = v1::Playback::NewStub(channel_);
  uploads_ = v1::Uploads::NewStub(channel_);
  feed_ = v1::Feed::NewStub(channel_);
}

void CatalogServerFixture::Stop() {
  if (catalog_ != nullptr) catalog_->Drain();
  if (server_ != nullptr) {
    server_->Shutdown();
    server_->Wait();
  }
  server_.reset();
  catalog_.reset();
}

void CatalogServerFixture::Restart() {
  Stop();
  Start();
}

absl::Status CatalogServerFixture::ToAbsl(const grpc::Status& status) { return FromGrpc(status); }

v1::Course CatalogServerFixture::CreateCourse(const std::string& title) {
  v1::CreateCourseRequest request;
  request.set_title(title);
  v1::CreateCourseResponse response;
  absl::Status status = Call(*courses_, &v1::Courses::Stub::CreateCourse, request, response);
  EXPECT_TRUE(status.ok()) << MessageOf(status);
  return response.result();
}

absl::Status CatalogServerFixture::MoveToBin(const std::string& course_id) {
  v1::DeleteCourseRequest request;
  request.set_course_id(course_id);
  v1::DeleteCourseResponse response;
  return Call(*courses_, &v1::Courses::Stub::DeleteCourse, request, response);
}

absl::Status CatalogServerFixture::DeleteForGood(const std::string& course_id) {
  if (absl::Status moved = MoveToBin(course_id); !moved.ok()) return moved;
  v1::PurgeCourseRequest request;
  request.set_course_id(course_id);
  v1::PurgeCourseResponse response;
  return CallAs(owner_, *bin_, &v1::CourseBin::Stub::PurgeCourse, request, response);
}

absl::Status CatalogServerFixture::SetVideo(const std::string& course_id, const std::string& asset_id,
                                            v1::Course& course) {
  v1::UpdateCourseRequest request;
  request.set_course_id(course_id);
  v1::Part& part = *request.mutable_parts()->add_parts();
  part.set_title("part");
  part.mutable_video()->set_asset_id(asset_id);
  v1::UpdateCourseResponse response;
  absl::Status status = Call(*courses_, &v1::Courses::Stub::UpdateCourse, request, response);
  course = response.result();
  return status;
}

v1::UploadState CatalogServerFixture::CreateUpload(std::optional<int64_t> length, absl::Status* status) {
  v1::CreateUploadRequest request;
  if (length.has_value()) request.set_length(*length);
  request.set_filename("video.mp4");
  request.set_filetype("video/mp4");
  request.set_metadata("filename dmlkZW8ubXA0");
  v1::UploadState state;
  absl::Status result = Call(*uploads_, &v1::Uploads::Stub::CreateUpload, request, state);
  if (status != nullptr) {
    *status = result;
  } else {
    EXPECT_TRUE(result.ok()) << MessageOf(result);
  }
  return state;
}

absl::Status CatalogServerFixture::Append(const std::string& id, int64_t offset, const std::string& data,
                                          v1::UploadState& state, const std::string& algorithm,
                                          const std::string& checksum, std::optional<int64_t> length) {
  grpc::ClientContext context;
  PrepareContext(context, {credential_, manager_}, absl::Seconds(60));
  auto writer = uploads_->AppendUpload(&context, &state);
  v1::AppendUploadRequest message;
  message.mutable_header()->set_upload_id(id);
  message.mutable_header()->set_offset(offset);
  message.mutable_header()->set_checksum_algorithm(algorithm);
  message.mutable_header()->set_checksum(checksum);
  if (length.has_value()) message.mutable_header()->set_length(*length);
  bool open = writer->Write(message);
  constexpr size_t kPiece = 64 * 1024;
  for (size_t begin = 0; open && begin < data.size(); begin += kPiece) {
    message.set_data(data.substr(begin, kPiece));
    open = writer->Write(message);
  }
  writer->WritesDone();
  return FromGrpc(writer->Finish());
}

absl::StatusOr<v1::UploadState> CatalogServerFixture::GetUpload(const std::string& id) {
  v1::GetUploadRequest request;
  request.set_upload_id(id);
  v1::UploadState state;
  RETURN_IF_ERROR(Call(*uploads_, &v1::Uploads::Stub::GetUpload, request, state));
  return state;
}

v1::Asset CatalogServerFixture::GetAsset(const std::string& id) {
  v1::GetAssetRequest request;
  request.set_asset_id(id);
  v1::GetAssetResponse response;
  absl::Status status = Call(*assets_, &v1::Assets::Stub::GetAsset, request, response);
  EXPECT_TRUE(status.ok()) << MessageOf(status);
  return response.result();
}

v1::BatchGetPlaybackResponse CatalogServerFixture::Playback(const std::string& id) {
  v1::BatchGetPlaybackRequest request;
  request.add_asset_ids(id);
  request.add_asset_ids("unknown");
  v1::BatchGetPlaybackResponse response;
  EXPECT_TRUE(CallAs(enrollment_, *playback_, &v1::Playback::Stub::BatchGetPlayback, request, response).ok());
  return response;
}

v1::Asset CatalogServerFixture::UploadAndProcess(const std::string& content) {
  v1::UploadState state = CreateUpload(static_cast<int64_t>(content.size()));
  std::string id = state.upload_id();
  if (!content.empty()) {
    absl::Status status = Append(id, 0, content, state);
    EXPECT_TRUE(status.ok()) << MessageOf(status);
  }
  EXPECT_TRUE(catalog_->RunDueWork().ok());
  return GetAsset(id);
}

std::string CatalogServerFixture::Shell(const std::string& command) {
  std::string line = "cd '" + (folder_ / "work").string() + "' && " + command + " 2>&1";
  FILE* pipe = ::popen(line.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string output;
  char buffer[4096];
  while (size_t got = std::fread(buffer, 1, sizeof(buffer), pipe)) output.append(buffer, got);
  EXPECT_EQ(::pclose(pipe), 0) << command << "\n" << output;
  return output;
}

std::string CatalogServerFixture::MakeMedia(const std::string& arguments, const std::string& name) {
  Shell("ffmpeg -nostdin -v error -y " + arguments + " " + name);
  return ReadFile(folder_ / "work" / name);
}

std::string CatalogServerFixture::ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace academy::catalog
