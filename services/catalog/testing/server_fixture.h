// The whole catalog on a free port, with real files and a real ffmpeg, for tests through its stubs.
//
// Jobs and sweeps run only when a test says so (RunDueWork), on a clock that stands still.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "services/catalog/catalog_server.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/testing/fake_clock.h"

namespace academy::catalog {

class CatalogServerTest : public testing::Test {
 protected:
  CatalogServerTest();
  ~CatalogServerTest() override;

  // Ends the process' state and starts it again over the same files.
  void Restart();

  // Calls a method as `caller` and returns its status with the detail.
  template <typename Stub, typename Method, typename Request, typename Response>
  absl::Status CallAs(const Caller& caller, Stub& stub, Method method, const Request& request, Response& response);
  template <typename Stub, typename Method, typename Request, typename Response>
  absl::Status Call(Stub& stub, Method method, const Request& request, Response& response) {
    return CallAs(manager_, stub, method, request, response);
  }

  v1::Course CreateCourse(const std::string& title);
  absl::Status SetVideo(const std::string& course_id, const std::string& asset_id, v1::Course& course);
  v1::UploadState CreateUpload(std::optional<int64_t> length, absl::Status* status = nullptr);
  // Sends `data` in messages of 64 KiB. `checksum` is over the algorithm's name, if any.
  absl::Status Append(const std::string& id, int64_t offset, const std::string& data, v1::UploadState& state,
                      const std::string& algorithm = "", const std::string& checksum = "",
                      std::optional<int64_t> length = std::nullopt);
  absl::StatusOr<v1::UploadState> GetUpload(const std::string& id);
  v1::Asset GetAsset(const std::string& id);
  // Uploads `content` in whole and processes it; returns the asset.
  v1::Asset UploadAndProcess(const std::string& content);

  // Runs a command of the shell in the test's folder; returns its standard output, and fails the test with it.
  std::string Shell(const std::string& command);
  // A file that `ffmpeg <arguments> <name>` makes.
  std::string MakeMedia(const std::string& arguments, const std::string& name);
  std::string ReadFile(const std::filesystem::path& path);

  const std::string credential_ = "secret";
  const Caller manager_{.kind = CallerKind::kManager, .id = "m1", .session_id = "s1"};
  const Caller learner_{.kind = CallerKind::kLearner, .id = "l1", .session_id = "s2"};
  const Caller service_{.kind = CallerKind::kService, .id = "enrollment"};
  std::filesystem::path folder_;
  FakeClock clock_;
  CatalogOptions options_;
  std::unique_ptr<CatalogServer> catalog_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::Courses::Stub> courses_;
  std::unique_ptr<v1::Media::Stub> media_;
  std::unique_ptr<v1::Uploads::Stub> uploads_;
  std::unique_ptr<v1::Feed::Stub> feed_;

 private:
  void Start();
  void Stop();
  static absl::Status ToAbsl(const grpc::Status& status);
};

template <typename Stub, typename Method, typename Request, typename Response>
absl::Status CatalogServerTest::CallAs(const Caller& caller, Stub& stub, Method method, const Request& request,
                                       Response& response) {
  grpc::ClientContext context;
  PrepareContext(context, {credential_, caller}, absl::Seconds(60));
  return ToAbsl((stub.*method)(&context, request, &response));
}

}  // namespace academy::catalog
