// Feed stream and follower, through a real gRPC server on a free port.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/feed/testing/rpc_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

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
  FeedFollower<v1::Event> follower(
      "test", service_identity_,
      {.open = [&](grpc::ClientContext& context, const FeedPlace& after,
                   BlockingReader<v1::Event>& reader) { OpenWatch<v1::WatchRequest>(*stub, context, after, reader); },
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
  FeedFollower<v1::Event> follower(
      "test", service_identity_,
      {.open = [&](grpc::ClientContext& context, const FeedPlace& after,
                   BlockingReader<v1::Event>& reader) { OpenWatch<v1::WatchRequest>(*stub, context, after, reader); },
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

// How often a thread of this process has waited.
int64_t WaitsOf(pid_t thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  constexpr std::string_view kName = "voluntary_ctxt_switches:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kName)) return std::stoll(line.substr(kName.size()));
  }
  return -1;
}

TEST_F(RpcTest, AFollowersThreadSleepsWhileOthersMakeCalls) {
  constexpr int kCalls = 300;
  auto stub = NewStub();
  absl::Notification live;
  pid_t thread = 0;
  FeedFollower<v1::Event> follower(
      "test", service_identity_,
      {.open = [&](grpc::ClientContext& context, const FeedPlace& after,
                   BlockingReader<v1::Event>& reader) { OpenWatch<v1::WatchRequest>(*stub, context, after, reader); },
       .place = [] { return AtPosition(-1); },
       .handle = [](const v1::Event&, const FeedPlace&) { return absl::OkStatus(); },
       .live =
           [&](bool is_live, const FeedPlace&) {
             if (!is_live || live.HasBeenNotified()) return;
             thread = ::gettid();
             live.Notify();
           }});
  live.WaitForNotification();
  int64_t before = WaitsOf(thread);
  ASSERT_GE(before, 0);
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    PrepareContext(context, service_identity_, absl::Seconds(20));
    v1::GetAccessRequest request;
    v1::GetAccessResponse response;
    absl::Notification answered;
    stub->async()->GetAccess(&context, &request, &response, [&](const grpc::Status&) { answered.Notify(); });
    answered.WaitForNotification();
  }
  // It may have been on its way to sleep.
  EXPECT_LE(WaitsOf(thread) - before, 2);
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
        {.open = [&](grpc::ClientContext& context, const FeedPlace& after,
                     BlockingReader<v1::Event>& reader) { OpenWatch<v1::WatchRequest>(*stub, context, after, reader); },
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

TEST_F(RpcTest, AStreamThatHasNothingToSaySaysSo) {
  StopServer();
  heartbeat_ = absl::Milliseconds(10);
  StartServer();
  int64_t position = Append("one");
  grpc::ClientContext context;
  PrepareStreamContext(context, service_identity_);
  auto reader = NewStub()->Watch(&context, v1::WatchRequest());
  v1::Event event;
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.start().heartbeat_ms(), 10);
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.assignment_changed().assignment_id(), "one");
  for (int beats = 0; beats < 3; ++beats) {
    ASSERT_TRUE(reader->Read(&event));
    EXPECT_TRUE(event.has_heartbeat());
    EXPECT_EQ(event.position(), position) << "an older reader takes it for an event and stores the place";
  }
  int64_t next = Append("two");
  do {
    ASSERT_TRUE(reader->Read(&event));
  } while (event.has_heartbeat() && event.position() == position);
  EXPECT_EQ(event.assignment_changed().assignment_id(), "two");
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_TRUE(event.has_heartbeat());
  EXPECT_EQ(event.position(), next);
  context.TryCancel();
  while (reader->Read(&event)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

// Greets, and is silent from then on.
class SilentService final : public v1::Access::CallbackService {
 public:
  explicit SilentService(absl::Duration heartbeat) : heartbeat_(heartbeat) {}

  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext*, const v1::WatchRequest*) override {
    class Stream final : public grpc::ServerWriteReactor<v1::Event> {
     public:
      explicit Stream(absl::Duration heartbeat) {
        event_.mutable_start()->set_heartbeat_ms(absl::ToInt64Milliseconds(heartbeat));
        StartWrite(&event_);
      }
      void OnCancel() override { Finish(grpc::Status::CANCELLED); }
      void OnDone() override { delete this; }

     private:
      v1::Event event_;
    };
    return new Stream(heartbeat_);
  }

 private:
  const absl::Duration heartbeat_;
};

TEST_F(RpcTest, AFeedThatFallsSilentIsNotTrustedAndIsFollowedAgain) {
  SilentService silent(absl::Milliseconds(10));
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&silent);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  auto stub = v1::Access::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port)));
  absl::Mutex mutex;
  std::vector<bool> said;
  {
    FeedFollower<v1::Event> follower(
        "test", service_identity_,
        {.open = [&](grpc::ClientContext& context, const FeedPlace& after,
                     BlockingReader<v1::Event>& reader) { OpenWatch<v1::WatchRequest>(*stub, context, after, reader); },
         .place = [] { return AtPosition(-1); },
         .handle = [](const v1::Event&, const FeedPlace&) { return absl::OkStatus(); },
         .live =
             [&](bool live, const FeedPlace&) {
               absl::MutexLock lock(&mutex);
               said.push_back(live);
             }});
    absl::MutexLock lock(&mutex);
    auto enough = [&]() { return said.size() >= 4; };
    mutex.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(20));
    EXPECT_GE(said.size(), 4);
    for (size_t i = 0; i < said.size(); ++i) EXPECT_EQ(said[i], i % 2 == 0);
  }
  server->Shutdown();
  server->Wait();
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
