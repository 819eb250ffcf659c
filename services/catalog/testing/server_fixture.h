// A complete catalog on a free port, with real files and a real ffmpeg, for tests through its stubs.
//
// Jobs and sweeps run only when a test calls RunDueWork, and only the test advances the clock.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "academy/catalog/v1/assets.grpc.pb.h"
#include "academy/catalog/v1/course_bin.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "services/catalog/catalog_server.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {

// ffmpeg's arguments for a 14 s video that browsers can play unchanged.
inline constexpr char kH264[] =
    "-f lavfi -i testsrc2=size=320x180:rate=25:duration=14 -f lavfi -i sine=440:duration=14 "
    "-c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac -movflags +faststart";

class CatalogServerFixture {
 protected:
  explicit CatalogServerFixture(Engine engine);
  ~CatalogServerFixture();

  // Stops the server and starts another on the same files and database.
  void Restart();

  // Calls a method as `caller`.
  template <typename Stub, typename Method, typename Request, typename Response>
  absl::Status CallAs(const Caller& caller, Stub& stub, Method method, const Request& request, Response& response);
  template <typename Stub, typename Method, typename Request, typename Response>
  absl::Status Call(Stub& stub, Method method, const Request& request, Response& response) {
    return CallAs(manager_, stub, method, request, response);
  }

  v1::Course CreateCourse(const std::string& title);
  // Moves a course to the bin; DeleteForGood then purges it.
  absl::Status MoveToBin(const std::string& course_id);
  absl::Status DeleteForGood(const std::string& course_id);
  absl::Status SetVideo(const std::string& course_id, const std::string& asset_id, v1::Course& course);
  v1::UploadState CreateUpload(std::optional<int64_t> length, absl::Status* status = nullptr);
  // Sends `data` in messages of 64 KiB, with `checksum` under `algorithm` if that is not empty.
  absl::Status Append(const std::string& id, int64_t offset, const std::string& data, v1::UploadState& state,
                      const std::string& algorithm = "", const std::string& checksum = "",
                      std::optional<int64_t> length = std::nullopt);
  absl::StatusOr<v1::UploadState> GetUpload(const std::string& id);
  v1::Asset GetAsset(const std::string& id);
  // Requests the asset's playback together with that of an unknown asset.
  v1::BatchGetPlaybackResponse Playback(const std::string& id);
  // Uploads all of `content`, processes it and returns the asset.
  v1::Asset UploadAndProcess(const std::string& content);

  // The folder of the asset's blobs.
  std::filesystem::path MediaOf(const std::string& id) { return options_.blobs / "media" / id; }

  // Runs a shell command in the test's folder and returns its standard output; fails the test if the command fails.
  std::string Shell(const std::string& command);
  // Returns the content of the file created by `ffmpeg <arguments> <name>`.
  std::string MakeMedia(const std::string& arguments, const std::string& name);
  std::string ReadFile(const std::filesystem::path& path);

  const std::string credential_ = "secret";
  const Caller manager_{.kind = CallerKind::kManager, .id = "m1", .session_id = "s1", .role = Role::kManager};
  const Caller owner_{.kind = CallerKind::kManager, .id = "m2", .session_id = "s3", .role = Role::kOwner};
  const Caller learner_{.kind = CallerKind::kLearner, .id = "l1", .session_id = "s2"};
  const Caller service_{.kind = CallerKind::kService, .id = "edge"};
  const Caller enrollment_{.kind = CallerKind::kService, .id = "enrollment"};
  std::filesystem::path folder_;
  FakeClock clock_;
  // The server's database, for tests that inspect it.
  TestDatabase database_;
  CatalogOptions options_;
  std::unique_ptr<CatalogServer> catalog_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::Courses::Stub> courses_;
  std::unique_ptr<v1::CourseBin::Stub> bin_;
  std::unique_ptr<v1::Assets::Stub> assets_;
  std::unique_ptr<v1::Playback::Stub> playback_;
  std::unique_ptr<v1::Uploads::Stub> uploads_;
  std::unique_ptr<v1::Feed::Stub> feed_;

 private:
  void Start();
  void Stop();
  static absl::Status ToAbsl(const grpc::Status& status);
};

template <typename Stub, typename Method, typename Request, typename Response>
absl::Status CatalogServerFixture::CallAs(const Caller& caller, Stub& stub, Method method, const Request& request,
                                          Response& response) {
  grpc::ClientContext context;
  PrepareContext(context, {credential_, caller}, absl::Seconds(60));
  return ToAbsl((stub.*method)(&context, request, &response));
}

class CatalogServerTest : public testing::Test, protected CatalogServerFixture {
 protected:
  CatalogServerTest() : CatalogServerFixture(Engine::kSqlite) {}
};

// For tests that run on every engine.
class CatalogEnginesTest : public testing::TestWithParam<Engine>, protected CatalogServerFixture {
 protected:
  CatalogEnginesTest() : CatalogServerFixture(GetParam()) {}
};

}  // namespace academy::catalog
