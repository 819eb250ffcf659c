#include "services/platform/upstream/upstream.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/platform/base/replacement.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"

namespace academy {
namespace {

class Sessions final : public auth::v1::Sessions::Service {
 public:
  std::atomic<int> calls = 0;

 private:
  grpc::Status CheckSession(grpc::ServerContext*, const auth::v1::CheckSessionRequest*,
                            auth::v1::CheckSessionResponse*) override {
    ++calls;
    return grpc::Status::OK;
  }
};

class UpstreamTest : public testing::Test {
 protected:
  UpstreamTest() { EXPECT_EQ(Replacement::OfAcademy().Watch(file_), absl::OkStatus()); }
  ~UpstreamTest() override {
    Replace("-----");
    std::filesystem::remove(file_);
  }

  // As the supervisor does.
  void Replace(const std::string& state) {
    std::fstream out(file_, std::ios::in | std::ios::out);
    out << state << std::flush;
    ASSERT_TRUE(out.good());
  }

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

  const unsigned number_ = std::random_device()();
  const std::string socket_ = "unix-abstract:academy-upstream-test-" + std::to_string(number_);
  const std::filesystem::path file_ = std::filesystem::temp_directory_path() / ("upstream_" + std::to_string(number_));
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

TEST_F(UpstreamTest, AServiceThatIsReplacedIsWaitedForByAllWhoCall) {
  Replace("R----");
  std::atomic<int> begun = 0;
  std::vector<std::thread> callers;
  // More than may be on their way at once.
  for (int i = 0; i < 12; ++i) {
    callers.emplace_back([&] {
      ++begun;
      EXPECT_EQ(Call(), absl::OkStatus());
    });
  }
  while (begun < 12) std::this_thread::yield();
  Serve();
  for (std::thread& caller : callers) caller.join();
}

TEST_F(UpstreamTest, AServiceThatIsAwayIsNotCalledUntilItIsBack) {
  Serve();
  auth::v1::Sessions::Stub stub(MakeChannel(socket_, Credential("presence:1:secret"), {.service = "auth"}));
  Replace("RA---");
  std::thread caller([&] {
    absl::Status status = upstream_.Call(Caller(), [&stub](grpc::ClientContext& context) {
      auth::v1::CheckSessionResponse response;
      return stub.CheckSession(&context, {}, &response);
    });
    EXPECT_EQ(status, absl::OkStatus());
  });
  EXPECT_EQ(sessions_.calls, 0);
  Replace("R----");
  caller.join();
  EXPECT_EQ(sessions_.calls, 1);
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
