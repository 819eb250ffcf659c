#include "services/platform/upstream/upstream.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/channel.h"

namespace academy {
namespace {

class Sessions final : public auth::v1::Sessions::Service {
  grpc::Status CheckSession(grpc::ServerContext*, const auth::v1::CheckSessionRequest*,
                            auth::v1::CheckSessionResponse*) override {
    return grpc::Status::OK;
  }
};

class UpstreamTest : public testing::Test {
 protected:
  void Serve() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(socket_, grpc::InsecureServerCredentials());
    builder.RegisterService(&sessions_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
  }

  absl::Status Call() {
    return upstream_.Call(Caller(), [this](grpc::ClientContext& context) {
      auth::v1::CheckSessionResponse response;
      return stub_.CheckSession(&context, {}, &response);
    });
  }

  const std::string socket_ = "unix-abstract:academy-upstream-test-" + std::to_string(std::random_device()());
  Sessions sessions_;
  std::unique_ptr<grpc::Server> server_;
  auth::v1::Sessions::Stub stub_{MakeChannel(socket_, {})};
  Upstream upstream_{{.name = "auth", .caller = "presence"}};
};

TEST_F(UpstreamTest, AServiceThatIsNotThereIsUnavailable) {
  absl::Status status = Call();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(DetailOf(status).reason, "auth_unavailable");
}

TEST_F(UpstreamTest, AServiceThatIsBackIsCalledAtOnceHoweverLongItWasAway) {
  for (int i = 0; i < 3; ++i) {
    for (int failed = 0; failed < 4; ++failed) EXPECT_FALSE(Call().ok());
    Serve();
    EXPECT_EQ(Call(), absl::OkStatus());
    server_->Shutdown();
    server_.reset();
  }
}

TEST_F(UpstreamTest, OnceItIsBackManyMayCallAtOnceAgain) {
  EXPECT_FALSE(Call().ok());
  Serve();
  EXPECT_EQ(Call(), absl::OkStatus());
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) callers.emplace_back([this] { EXPECT_EQ(Call(), absl::OkStatus()); });
  for (std::thread& caller : callers) caller.join();
}

}  // namespace
}  // namespace academy
