#include "edge/uploads/append_call.h"

#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

#include "edge/testing/fake_academy.h"
#include "services/platform/testing/backward_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

constexpr std::chrono::seconds kPatience{30};

// Of a client that sends nothing of its body.
class SilentExchange final : public http::Exchange {
 public:
  void Send(http::Response) override {}
  void CollectBody(bool, std::function<void()>) override {}
  bool KeepBody(uint64_t) override { return true; }
  // Whoever sends nothing needs no sink.
  void ReadBody(std::shared_ptr<http::BodySink>) override {}
  void RunOnFileThread(std::function<void()>) override {}
  void RunOnWorker(std::function<void()>) override {}
};

TEST(AppendCallTest, ACallOfAClientThatSendsNothingIsEndedThoughTheClockIsSetBack) {
  FakeAcademy academy;
  std::unique_ptr<catalog::v1::Uploads::Stub> catalog = catalog::v1::Uploads::NewStub(academy.MakeChannels().catalog);
  grpc::ClientContext context;
  catalog::v1::CreateUploadRequest upload;
  upload.set_length(5);
  catalog::v1::UploadState state;
  ASSERT_TRUE(catalog->CreateUpload(&context, upload, &state).ok());

  BackwardClock clock;
  catalog::v1::AppendUploadRequest::Header header;
  header.set_upload_id(state.upload_id());
  auto done = std::make_shared<std::promise<absl::Status>>();
  AppendBody(
      *catalog, CallIdentity(), std::move(header), std::make_shared<SilentExchange>(), absl::Milliseconds(50),
      [done](const absl::StatusOr<catalog::v1::UploadState>& appended, bool) { done->set_value(appended.status()); });
  std::future<absl::Status> ended = done->get_future();
  ASSERT_EQ(ended.wait_for(kPatience), std::future_status::ready);
  EXPECT_THAT(ended.get(), HasReason("timeout"));
}

}  // namespace
}  // namespace academy::edge
