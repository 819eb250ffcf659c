#include "edge/live/presence_link.h"

#include <gmock/gmock.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/rpc/caller.h"

namespace academy::live {
namespace {

using presence::v1::AttachRequest;
using presence::v1::AttachResponse;
using testing::ElementsAre;

constexpr absl::Duration kPatience = absl::Seconds(30);

// A presence service that records what the edge has sent since its last Hello, and sends what the test asks for.
class FakePresence final : public presence::v1::Presence::Service {
 public:
  grpc::Status Attach(grpc::ServerContext* context,
                      grpc::ServerReaderWriter<AttachResponse, AttachRequest>* stream) override {
    auto caller = context->client_metadata().find(kCallerKey);
    if (caller == context->client_metadata().end() || caller->second != "service:edge") {
      return grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "not the edge");
    }
    {
      absl::MutexLock lock(&mutex_);
      stream_ = stream;
      context_ = context;
    }
    AttachRequest request;
    while (stream->Read(&request)) Note(request);
    absl::MutexLock lock(&mutex_);
    stream_ = nullptr;
    context_ = nullptr;
    return grpc::Status::OK;
  }

  void Say(const AttachResponse& response) {
    absl::MutexLock lock(&mutex_);
    stream_->Write(response);
  }
  void Break() {
    absl::MutexLock lock(&mutex_);
    context_->TryCancel();
    said_.clear();
  }
  bool AwaitSaid(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return said_.size() >= count; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), kPatience);
  }
  bool AwaitDetached() {
    absl::MutexLock lock(&mutex_);
    auto detached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stream_ == nullptr; };
    return mutex_.AwaitWithTimeout(absl::Condition(&detached), kPatience);
  }
  std::vector<std::string> said() const {
    absl::MutexLock lock(&mutex_);
    return said_;
  }
  std::vector<std::string> edges() const {
    absl::MutexLock lock(&mutex_);
    return edges_;
  }

 private:
  static std::string Text(const presence::v1::Connection& connection) {
    return connection.connection_id() + "/" + (connection.manager() ? "manager " : "learner ") +
           connection.person_id() + "/" + connection.session_id();
  }

  void Note(const AttachRequest& request) {
    absl::MutexLock lock(&mutex_);
    if (request.has_hello()) {
      said_ = {"hello"};
      edges_.push_back(request.hello().edge_id());
    } else if (request.has_snapshot()) {
      said_.push_back("snapshot of " + std::to_string(request.snapshot().connections_size()));
      for (const auto& connection : request.snapshot().connections()) said_.push_back(Text(connection));
    } else if (request.has_opened()) {
      said_.push_back("opened " + Text(request.opened()));
    } else if (request.has_closed()) {
      said_.push_back("closed " + request.closed().connection_id());
    }
  }

  mutable absl::Mutex mutex_;
  grpc::ServerReaderWriter<AttachResponse, AttachRequest>* stream_ ABSL_GUARDED_BY(mutex_) = nullptr;
  grpc::ServerContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::vector<std::string> said_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> edges_ ABSL_GUARDED_BY(mutex_);
};

class FakeSink final : public PresenceSink {
 public:
  void SetOnlineLearners(std::vector<std::string> learner_ids) override {
    std::string text = "online";
    for (const std::string& id : learner_ids) text += " " + id;
    Note(text);
  }
  void PushAndClose(const LivePush& push) override {
    Note(push.connection_id + " " + push.event + " " + push.reason + " " + std::to_string(push.feed_position));
  }

  std::vector<std::string> Await(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return heard_.size() >= count; };
    mutex_.AwaitWithTimeout(absl::Condition(&reached), kPatience);
    return heard_;
  }

 private:
  void Note(std::string text) {
    absl::MutexLock lock(&mutex_);
    heard_.push_back(std::move(text));
  }
  absl::Mutex mutex_;
  std::vector<std::string> heard_ ABSL_GUARDED_BY(mutex_);
};

LiveConnection Learner(const std::string& id, const std::string& user) {
  return {.id = id, .identity = {UserKind::kLearner, user, "session of " + user}};
}

class PresenceLinkTest : public testing::Test {
 protected:
  PresenceLinkTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&presence_);
    server_ = builder.BuildAndStart();
    link_ = std::make_unique<PresenceLink>(server_->InProcessChannel({}));
  }
  ~PresenceLinkTest() override {
    link_->Stop();
    server_->Shutdown();
  }

  FakePresence presence_;
  FakeSink sink_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<PresenceLink> link_;
};

TEST_F(PresenceLinkTest, SaysHelloThenEverythingThenChanges) {
  link_->Opened(Learner("c1", "anna"));
  link_->Opened({.id = "c2", .identity = {UserKind::kManager, "boss", "s"}});
  link_->Closed("c2");
  link_->Start(sink_);
  ASSERT_TRUE(presence_.AwaitSaid(3));
  EXPECT_THAT(presence_.said(), ElementsAre("hello", "snapshot of 1", "c1/learner anna/session of anna"));
  link_->Opened({.id = "c3", .identity = {UserKind::kManager, "boss", "s"}});
  link_->Closed("c1");
  ASSERT_TRUE(presence_.AwaitSaid(5));
  EXPECT_THAT(presence_.said()[3], "opened c3/manager boss/s");
  EXPECT_THAT(presence_.said()[4], "closed c1");
}

TEST_F(PresenceLinkTest, PassesListsAndPushesOn) {
  link_->Start(sink_);
  ASSERT_TRUE(presence_.AwaitSaid(2));
  AttachResponse online;
  online.mutable_online()->add_learner_ids("anna");
  online.mutable_online()->add_learner_ids("bea");
  presence_.Say(online);
  AttachResponse push;
  push.mutable_push()->set_connection_id("c1");
  push.mutable_push()->set_event("logout");
  push.mutable_push()->set_reason("expired");
  push.mutable_push()->set_feed_position(7);
  presence_.Say(push);
  EXPECT_THAT(sink_.Await(2), ElementsAre("online anna bea", "c1 logout expired 7"));
  EXPECT_TRUE(link_->Attached());
}

TEST_F(PresenceLinkTest, ANewStreamBeginsWithTheWholeStateUnderTheSameName) {
  link_->Opened(Learner("c1", "anna"));
  link_->Start(sink_);
  ASSERT_TRUE(presence_.AwaitSaid(3));
  presence_.Break();
  link_->Opened(Learner("c2", "bea"));
  ASSERT_TRUE(presence_.AwaitSaid(4));
  EXPECT_EQ(presence_.said()[1].substr(0, 8), "snapshot");
  ASSERT_EQ(presence_.edges().size(), 2u);
  EXPECT_EQ(presence_.edges()[0], presence_.edges()[1]);
}

TEST_F(PresenceLinkTest, StoppingDetaches) {
  link_->Start(sink_);
  ASSERT_TRUE(presence_.AwaitSaid(2));
  link_->Stop();
  EXPECT_TRUE(presence_.AwaitDetached());
  EXPECT_FALSE(link_->Attached());
}

}  // namespace
}  // namespace academy::live
