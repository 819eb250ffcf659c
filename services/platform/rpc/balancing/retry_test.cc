// What happens to calls when one of the servers that hold the same ends under them.
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "absl/synchronization/notification.h"
#include "academy/catalog/v1/courses.pb.h"
#include "services/platform/rpc/channel.h"

namespace academy {
namespace {

// Answers every call with one status, and counts them.
class FixedServer final : public grpc::CallbackGenericService {
 public:
  explicit FixedServer(grpc::StatusCode code) : code_(code) {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
  }
  ~FixedServer() override { server_->Shutdown(); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int calls() const { return calls_; }

 private:
  struct Reactor final : grpc::ServerGenericBidiReactor {
    void OnDone() override { delete this; }
  };

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext*) override {
    ++calls_;
    auto* reactor = new Reactor;
    reactor->Finish(grpc::Status(code_, "fixed"));
    return reactor;
  }

  const grpc::StatusCode code_;
  std::atomic<int> calls_ = 0;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

class RetryTest : public testing::Test {
 protected:
  // As the generated stub calls: the linked protos say what only reads.
  static grpc::StatusCode Call(const std::shared_ptr<grpc::Channel>& channel, const std::string& rpc) {
    catalog::v1::GetCourseRequest::descriptor();
    grpc::GenericStub stub(channel);
    grpc::ClientContext context;
    PrepareContext(context, {}, absl::Seconds(20));
    grpc::Slice nothing;
    grpc::ByteBuffer request(&nothing, 1);
    grpc::ByteBuffer response;
    absl::Notification ended;
    grpc::StatusCode code = grpc::StatusCode::UNKNOWN;
    stub.UnaryCall(&context, "/academy.catalog.v1.Courses/" + rpc, {}, &request, &response,
                   [&](const grpc::Status& status) {
                     code = status.error_code();
                     ended.Notify();
                   });
    ended.WaitForNotification();
    return code;
  }

  FixedServer broken_{grpc::StatusCode::UNAVAILABLE};
};

TEST_F(RetryTest, WhatOnlyReadsIsRepeatedOnAnotherServer) {
  FixedServer well(grpc::StatusCode::ALREADY_EXISTS);
  auto channel = MakeChannel("ipv4:" + broken_.address() + "," + well.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::ALREADY_EXISTS);
    EXPECT_EQ(Call(channel, "BatchGetCourses"), grpc::StatusCode::ALREADY_EXISTS);
  }
  EXPECT_GT(broken_.calls(), 0);
}

TEST_F(RetryTest, WhatWritesIsCalledOnce) {
  auto channel = MakeChannel("ipv4:" + broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "CreateCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), 5);
}

TEST_F(RetryTest, NothingIsRepeatedOnTheOnlyServer) {
  auto channel = MakeChannel(broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), 5);
}

TEST_F(RetryTest, RepetitionsEndWhenTooManyCallsFail) {
  auto channel = MakeChannel("ipv4:" + broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 40; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  int before = broken_.calls();
  EXPECT_GT(before, 40);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), before + 5);
}

}  // namespace
}  // namespace academy
