// A gRPC server on a free port, with a unary call and a feed, and a client for it.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "academy/enrollment/v1/access.grpc.pb.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/status.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy {

namespace v1 = enrollment::v1;

inline constexpr char kCredential[] = "secret";

// Any service would do; this one has a unary call and a Watch.
class TestService final : public v1::Access::CallbackService {
 public:
  TestService(RpcHandler& rpc, FeedPump& pump) : rpc_(rpc), pump_(pump) {}

  grpc::ServerUnaryReactor* GetAccess(grpc::CallbackServerContext* context, const v1::GetAccessRequest* request,
                                      v1::GetAccessResponse* response) override {
    static const RpcMethod rpc = FindRpcMethod(v1::GetAccessRequest::descriptor(), "GetAccess");
    arrived_ = context;
    return rpc_.Run(
        rpc_.executor(), context, *request, *response,
        [this](const Caller& caller, const v1::GetAccessRequest& message) {
          ++handled_;
          return GetAccess(caller, message);
        },
        rpc);
  }
  // The context of the latest call, which lives until the call was answered.
  const grpc::CallbackServerContext* arrived() const { return arrived_; }
  int handled() const { return handled_; }

  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override {
    static const RpcMethod rpc = FindRpcMethod(v1::WatchRequest::descriptor(), "Watch");
    return ServeFeed<v1::Event>(rpc_, pump_, *context, rpc, request->after());
  }

 private:
  absl::StatusOr<Positioned<v1::GetAccessResponse>> GetAccess(const Caller& caller,
                                                              const v1::GetAccessRequest& request) {
    RETURN_IF_ERROR(RequireManagerOrService(caller));
    if (request.assignment_id() == "none") return ValidationError({{"assignmentId", "unknown", "No such assignment"}});
    Positioned<v1::GetAccessResponse> result{.response = {}, .feed_position = 42};
    result.response.set_learner_id(caller.id + "/" + caller.session_id + "/" + caller.request_id);
    return result;
  }

  RpcHandler& rpc_;
  FeedPump& pump_;
  std::atomic<const grpc::CallbackServerContext*> arrived_ = nullptr;
  std::atomic<int> handled_ = 0;
};

class RpcTest : public testing::Test {
 protected:
  RpcTest()
      : database_(Engine::kSqlite, {{1, "feed", kChangeFeedSchema}, {2, "event ids", kFeedEventIdsSchema}}),
        feed_(*database_, clock_),
        executor_({.threads = 1, .queue = 8}),
        handler_(executor_, kCredential, &metrics_) {
    StartServer();
  }
  ~RpcTest() override { StopServer(); }

  void StartServer() {
    pump_ = std::make_unique<FeedPump>(feed_, heartbeat_);
    service_ = std::make_unique<TestService>(handler_, *pump_);
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:" + std::to_string(port_), grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
  }

  void StopServer() {
    pump_->EndAll();
    server_->Shutdown();
    server_->Wait();
    server_.reset();
    service_.reset();
    pump_.reset();
  }

  std::unique_ptr<v1::Access::Stub> NewStub() {
    return v1::Access::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port_)));
  }

  int64_t Append(const std::string& assignment) {
    v1::Event event;
    event.mutable_assignment_changed()->set_assignment_id(assignment);
    auto position = database_->Write(
        [&](Transaction& tx) -> absl::StatusOr<int64_t> { return feed_.Append(tx, event.SerializeAsString()); });
    return *position;
  }

  grpc::Status Call(const CallIdentity& identity, const std::string& assignment, v1::GetAccessResponse& response,
                    std::string* feed_position = nullptr) {
    grpc::ClientContext context;
    PrepareContext(context, identity);
    v1::GetAccessRequest request;
    request.set_assignment_id(assignment);
    grpc::Status status = NewStub()->GetAccess(&context, request, &response);
    auto found = context.GetServerTrailingMetadata().find(kFeedPositionKey);
    if (feed_position != nullptr && found != context.GetServerTrailingMetadata().end()) {
      *feed_position = std::string(found->second.data(), found->second.size());
    }
    return status;
  }

  const CallIdentity service_identity_{
      kCredential, {.kind = CallerKind::kService, .id = "edge", .session_id = {}, .request_id = "r1"}};
  const CallIdentity owner_{kCredential,
                            {.kind = CallerKind::kManager, .id = "m1", .session_id = "s1", .role = Role::kOwner}};
  int port_ = 0;
  FakeClock clock_;
  // Most tests count what is said.
  absl::Duration heartbeat_ = absl::Minutes(10);
  TestDatabase database_;
  ChangeFeed feed_;
  Executor executor_;
  Metrics metrics_{"test"};
  RpcHandler handler_;
  std::unique_ptr<FeedPump> pump_;
  std::unique_ptr<TestService> service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace academy
