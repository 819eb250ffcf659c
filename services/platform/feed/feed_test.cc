// Handler, status conversion, feed stream and follower, through a real gRPC server on a free port.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/status.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

namespace v1 = enrollment::v1;

constexpr char kCredential[] = "secret";

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
    pump_ = std::make_unique<FeedPump>(feed_);
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
  TestDatabase database_;
  ChangeFeed feed_;
  Executor executor_;
  Metrics metrics_{"test"};
  RpcHandler handler_;
  std::unique_ptr<FeedPump> pump_;
  std::unique_ptr<TestService> service_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(RpcTest, CallsAreCountedByMethodAndStatus) {
  v1::GetAccessResponse response;
  EXPECT_OK(Call(service_identity_, "a", response));
  EXPECT_THAT(Call(service_identity_, "none", response), testing::Not(IsOk()));
  std::string text = ToText(metrics_.Collect());
  EXPECT_NE(text.find("academy_rpc_calls_total{process=\"test\",code=\"OK\",rpc=\"GetAccess\"} 1\n"), text.npos)
      << text;
  EXPECT_NE(text.find("code=\"INVALID_ARGUMENT\",rpc=\"GetAccess\"} 1\n"), text.npos) << text;
  EXPECT_NE(text.find("academy_rpc_seconds_count{process=\"test\",rpc=\"GetAccess\"} 2\n"), text.npos) << text;
}

TEST_F(RpcTest, ACallWithoutTheInternalCredentialIsUnauthenticated) {
  v1::GetAccessResponse response;
  grpc::Status status = Call({"wrong", service_identity_.caller}, "a", response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(FromGrpc(status), HasReason("internal_credential"));
}

TEST_F(RpcTest, TheCallersIdentityArrives) {
  v1::GetAccessResponse response;
  ASSERT_OK(Call(service_identity_, "a", response));
  EXPECT_EQ(response.learner_id(), "edge//r1");
}

TEST_F(RpcTest, AnonymousCallersAndOtherKindsAreToldApart) {
  v1::GetAccessResponse response;
  EXPECT_EQ(Call({kCredential, {}}, "a", response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
  CallIdentity learner{kCredential, {.kind = CallerKind::kLearner, .id = "l1", .session_id = "s1"}};
  EXPECT_EQ(Call(learner, "a", response).error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(RpcTest, AnRpcWhoseProtoStatesNoAccessIsForServicesOnly) {
  v1::GetAccessResponse response;
  grpc::Status status = Call(owner_, "a", response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(FromGrpc(status), HasReason("forbidden"));
}

TEST_F(RpcTest, ACallWhoseCallerHasGoneDoesNotBegin) {
  absl::Notification busy;
  ASSERT_TRUE(executor_.TrySubmit([&] { busy.WaitForNotification(); }));
  grpc::ClientContext context;
  PrepareContext(context, service_identity_);
  v1::GetAccessRequest request;
  v1::GetAccessResponse response;
  auto stub = NewStub();
  std::thread caller(
      [&] { EXPECT_EQ(stub->GetAccess(&context, request, &response).error_code(), grpc::StatusCode::CANCELLED); });
  while (service_->arrived() == nullptr) std::this_thread::yield();
  context.TryCancel();
  while (!service_->arrived()->IsCancelled()) std::this_thread::yield();
  caller.join();
  busy.Notify();
  ASSERT_OK(Call(service_identity_, "a", response));
  EXPECT_EQ(service_->handled(), 1) << "only the second";
}

TEST_F(RpcTest, AnErrorsFieldsCrossTheWire) {
  v1::GetAccessResponse response;
  absl::Status status = FromGrpc(Call(service_identity_, "none", response));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
  ASSERT_EQ(DetailOf(status).fields.size(), 1u);
  EXPECT_EQ(DetailOf(status).fields[0].field, "assignmentId");
}

TEST_F(RpcTest, APositionedAnswerCarriesTheFeedPositionAsATrailer) {
  v1::GetAccessResponse response;
  std::string position;
  ASSERT_OK(Call(service_identity_, "a", response, &position));
  EXPECT_EQ(position, "42");
}

// Collects what a follower receives, as a service's store would.
class Collector {
 public:
  void Add(const v1::Event& event, const FeedPlace& place) {
    absl::MutexLock lock(&mutex_);
    heard_.push_back(event.assignment_changed().assignment_id());
    place_ = place;
  }
  FeedPlace place() {
    absl::MutexLock lock(&mutex_);
    return place_;
  }
  std::vector<std::string> AwaitCount(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return heard_.size() >= count; };
    mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(20));
    return heard_;
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::string> heard_ ABSL_GUARDED_BY(mutex_);
  FeedPlace place_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(RpcTest, AFollowerHearsEveryEventOnceAndInOrderOverARestart) {
  Append("one");
  Collector collector;
  auto stub = NewStub();
  FeedFollower<v1::Event> follower("test", service_identity_,
                                   {.open =
                                        [&](grpc::ClientContext& context, const FeedPlace& after) {
                                          v1::WatchRequest request;
                                          *request.mutable_after() = after;
                                          return stub->Watch(&context, request);
                                        },
                                    .place = [&]() -> absl::StatusOr<FeedPlace> { return collector.place(); },
                                    .handle =
                                        [&](const v1::Event& event, const FeedPlace& place) {
                                          collector.Add(event, place);
                                          return absl::OkStatus();
                                        },
                                    .live = nullptr});
  Append("two");
  EXPECT_EQ(collector.AwaitCount(2), (std::vector<std::string>{"one", "two"}));
  StopServer();
  Append("three");
  StartServer();
  Append("four");
  EXPECT_EQ(collector.AwaitCount(4), (std::vector<std::string>{"one", "two", "three", "four"}));
}

TEST_F(RpcTest, AnEventThatCouldNotBeHandledComesAgain) {
  Append("one");
  Collector collector;
  std::atomic<int> tries = 0;
  auto stub = NewStub();
  FeedFollower<v1::Event> follower("test", service_identity_,
                                   {.open =
                                        [&](grpc::ClientContext& context, const FeedPlace& after) {
                                          v1::WatchRequest request;
                                          *request.mutable_after() = after;
                                          return stub->Watch(&context, request);
                                        },
                                    .place = [&]() -> absl::StatusOr<FeedPlace> { return collector.place(); },
                                    .handle =
                                        [&](const v1::Event& event, const FeedPlace& place) {
                                          if (++tries < 3) return absl::UnavailableError("not now");
                                          collector.Add(event, place);
                                          return absl::OkStatus();
                                        },
                                    .live = nullptr});
  EXPECT_EQ(collector.AwaitCount(1), (std::vector<std::string>{"one"}));
  EXPECT_EQ(tries, 3);
}

TEST_F(RpcTest, AFollowerThatWasAwayForTooLongIsToldOfTheGapFirst) {
  clock_.Advance(absl::Milliseconds(1));
  for (const char* name : {"one", "two", "three"}) Append(name);
  clock_.Advance(FeedSweeper::kKept + absl::Milliseconds(1));
  Append("four");
  ASSERT_OK(FeedSweeper(*database_, clock_).Prune());
  absl::Mutex mutex;
  std::vector<std::string> heard;
  auto stub = NewStub();
  auto follow_from = [&](int64_t from, size_t count) {
    {
      absl::MutexLock lock(&mutex);
      heard.clear();
    }
    int failures = 1;
    FeedFollower<v1::Event> follower(
        "test", service_identity_,
        {.open =
             [&](grpc::ClientContext& context, const FeedPlace& after) {
               v1::WatchRequest request;
               *request.mutable_after() = after;
               return stub->Watch(&context, request);
             },
         .place = [&]() -> absl::StatusOr<FeedPlace> { return AtPosition(from); },
         .handle =
             [&](const v1::Event& event, const FeedPlace&) {
               absl::MutexLock lock(&mutex);
               heard.push_back(event.assignment_changed().assignment_id());
               return absl::OkStatus();
             },
         .live = nullptr,
         .gap = [&](const FeedStart& start) -> absl::Status {
           if (failures-- > 0) return absl::UnavailableError("not now");
           absl::MutexLock lock(&mutex);
           heard.push_back((start.restored() ? "restored at " : "gap at ") + std::to_string(start.head().position()));
           return absl::OkStatus();
         }});
    absl::MutexLock lock(&mutex);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) { return heard.size() >= count; };
    mutex.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(20));
    return heard;
  };
  using Heard = std::vector<std::string>;
  EXPECT_EQ(follow_from(2, 2), (Heard{"gap at 4", "four"}));
  EXPECT_EQ(follow_from(3, 1), (Heard{"four"})) << "all that was missed is still there";
  EXPECT_EQ(follow_from(9, 1), (Heard{"restored at 4"})) << "the feed went back: its past is not the reader's";
}

TEST_F(RpcTest, AnEntryThatCannotBeReadEndsTheStreamInsteadOfBeingSkipped) {
  ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::StatusOr<int64_t> { return feed_.Append(tx, "\xff"); }));
  grpc::ClientContext context;
  PrepareStreamContext(context, service_identity_);
  auto reader = NewStub()->Watch(&context, v1::WatchRequest());
  v1::Event event;
  EXPECT_TRUE(reader->Read(&event)) << "the greeting";
  EXPECT_FALSE(reader->Read(&event));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::DATA_LOSS);
}

TEST_F(RpcTest, AFeedIsForServicesOnly) {
  for (const auto& [identity, expected] :
       {std::pair{owner_, grpc::StatusCode::PERMISSION_DENIED},
        std::pair{CallIdentity{kCredential, {}}, grpc::StatusCode::UNAUTHENTICATED},
        std::pair{CallIdentity{"wrong", service_identity_.caller}, grpc::StatusCode::UNAUTHENTICATED}}) {
    grpc::ClientContext context;
    PrepareStreamContext(context, identity);
    auto reader = NewStub()->Watch(&context, v1::WatchRequest());
    v1::Event event;
    EXPECT_FALSE(reader->Read(&event));
    EXPECT_EQ(reader->Finish().error_code(), expected);
  }
}

TEST_F(RpcTest, AStreamFromTheEndSaysWhereItStandsAndSkipsThePast) {
  int64_t head = Append("past");
  grpc::ClientContext context;
  PrepareStreamContext(context, service_identity_);
  v1::WatchRequest request;
  request.mutable_after()->set_position(-1);
  auto reader = NewStub()->Watch(&context, request);
  v1::Event event;
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.event_case(), v1::Event::EVENT_NOT_SET);
  EXPECT_EQ(event.start().head().position(), head);
  Append("new");
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.assignment_changed().assignment_id(), "new");
  context.TryCancel();
  while (reader->Read(&event)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(RpcTest, ReadersMayLeaveAsTheirStreamsBegin) {
  Append("one");
  auto stub = NewStub();
  for (int i = 0; i < 300; ++i) {
    grpc::ClientContext context;
    PrepareStreamContext(context, service_identity_);
    auto reader = stub->Watch(&context, v1::WatchRequest());
    // Some leave before the greeting, some at it, some after an event.
    v1::Event event;
    for (int reads = i % 3; reads > 0; --reads) EXPECT_TRUE(reader->Read(&event));
    context.TryCancel();
    while (reader->Read(&event)) {
    }
    EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
}

}  // namespace
}  // namespace academy
