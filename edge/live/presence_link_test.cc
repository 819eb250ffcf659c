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
  void SetOnlineLearners(OnlineLearners online) override {
    std::string text = "online";
    for (const std::string& id : online.ids) text += " " + id;
    if (!online.listed()) text += " " + std::to_string(online.total);
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

AttachResponse Online(const std::vector<std::string>& ids, int64_t total = 0) {
  AttachResponse response;
  for (const std::string& id : ids) response.mutable_online()->add_learner_ids(id);
  response.mutable_online()->set_total(total);
  return response;
}

AttachResponse PushOf(const std::string& connection, const std::string& event, int64_t position) {
  AttachResponse response;
  response.mutable_push()->set_connection_id(connection);
  response.mutable_push()->set_event(event);
  response.mutable_push()->set_reason("expired");
  response.mutable_push()->set_feed_position(position);
  return response;
}

struct Server {
  Server() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&presence);
    server = builder.BuildAndStart();
  }
  FakePresence presence;
  std::unique_ptr<grpc::Server> server;
};

class PresenceLinkTest : public testing::Test {
 protected:
  ~PresenceLinkTest() override {
    for (auto& link : {link_.get(), both_.get()}) {
      if (link != nullptr) link->Stop();
    }
    first_.server->Shutdown();
    second_.server->Shutdown();
  }

  // A link to both presences, which are attached when this returns.
  PresenceLink& LinkBoth(absl::Duration silence) {
    both_ = std::make_unique<PresenceLink>(
        std::vector{first_.server->InProcessChannel({}), second_.server->InProcessChannel({})}, silence);
    both_->Opened(Learner("c1", "anna"));
    both_->Start(sink_);
    EXPECT_TRUE(first_.presence.AwaitSaid(3));
    EXPECT_TRUE(second_.presence.AwaitSaid(3));
    return *both_;
  }

  Server first_;
  Server second_;
  FakePresence& presence_ = first_.presence;
  FakeSink sink_;
  std::unique_ptr<PresenceLink> link_ =
      std::make_unique<PresenceLink>(std::vector{first_.server->InProcessChannel({})});
  std::unique_ptr<PresenceLink> both_;
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
  presence_.Say(Online({"anna", "bea"}, 2));
  presence_.Say(PushOf("c1", "logout", 7));
  EXPECT_THAT(sink_.Await(2), ElementsAre("online anna bea", "c1 logout expired 7"));
  EXPECT_EQ(link_->Attached(), 1u);
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
  EXPECT_EQ(link_->Attached(), 0u);
}

TEST_F(PresenceLinkTest, TooManyForAListAreANumber) {
  link_->Start(sink_);
  ASSERT_TRUE(presence_.AwaitSaid(2));
  presence_.Say(Online({}, 1001));
  presence_.Say(Online({"anna"}));
  EXPECT_THAT(sink_.Await(2), ElementsAre("online 1001", "online anna")) << "one of before says no number";
}

TEST_F(PresenceLinkTest, EveryPresenceKnowsTheConnectionsAndMayPush) {
  PresenceLink& link = LinkBoth(absl::InfiniteDuration());
  link.Opened(Learner("c2", "bea"));
  link.Closed("c1");
  for (FakePresence* presence : {&first_.presence, &second_.presence}) {
    ASSERT_TRUE(presence->AwaitSaid(5));
    EXPECT_THAT(presence->said(), ElementsAre("hello", "snapshot of 1", "c1/learner anna/session of anna",
                                              "opened c2/learner bea/session of bea", "closed c1"));
  }
  EXPECT_EQ(first_.presence.edges(), second_.presence.edges());
  first_.presence.Say(PushOf("c2", "logout", 1));
  ASSERT_EQ(sink_.Await(1).size(), 1u);
  second_.presence.Say(PushOf("c2", "logout", 1));
  EXPECT_THAT(sink_.Await(2), ElementsAre("c2 logout expired 1", "c2 logout expired 1"));
}

TEST_F(PresenceLinkTest, WhoIsOnlineComesFromOnePresenceUntilItsStreamEnds) {
  LinkBoth(absl::InfiniteDuration());
  first_.presence.Say(Online({"anna", "bea"}, 2));
  ASSERT_EQ(sink_.Await(1).size(), 1u);
  second_.presence.Say(Online({"anna"}, 1));
  second_.presence.Say(PushOf("none", "logout", 1));
  EXPECT_THAT(sink_.Await(2), ElementsAre("online anna bea", "none logout expired 1")) << "only the push of the second";
  first_.presence.Break();
  EXPECT_THAT(sink_.Await(3)[2], "online anna");
  ASSERT_TRUE(first_.presence.AwaitSaid(3)) << "the first is attached again";
  first_.presence.Say(Online({"bea"}, 1));
  second_.presence.Say(Online({"anna", "carl"}, 2));
  EXPECT_THAT(sink_.Await(4)[3], "online anna carl");
}

TEST_F(PresenceLinkTest, APresenceThatIsSilentIsNotBelievedIfAnotherOneSpeaks) {
  LinkBoth(absl::ZeroDuration());
  first_.presence.Say(Online({"anna", "bea"}, 2));
  ASSERT_EQ(sink_.Await(1).size(), 1u);
  second_.presence.Say(Online({"anna"}, 1));
  EXPECT_THAT(sink_.Await(2), ElementsAre("online anna bea", "online anna"));
}

}  // namespace
}  // namespace academy::live
