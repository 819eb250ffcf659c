#include <gmock/gmock.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/online.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/testing/test_database.h"
#include "services/presence/presence_server.h"
#include "services/presence/schema.h"

namespace academy::presence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kCredential[] = "credential";
constexpr absl::Duration kPatience = absl::Seconds(30);

CallIdentity Identity(CallerKind kind, const std::string& id) {
  return {.credential = kCredential, .caller = {.kind = kind, .id = id}};
}

// Auth, as far as presence knows it: a feed that the test fills, one learner for each known id, the reports.
class FakeAuth {
 public:
  void EndSession(const std::string& session_id, const std::string& reason) {
    auth::v1::Event event;
    event.mutable_session_ended()->set_session_id(session_id);
    event.mutable_session_ended()->set_reason(reason);
    absl::MutexLock lock(&mutex_);
    event.set_position(static_cast<int64_t>(feed_.size()) + 1);
    feed_.push_back(event);
  }

  // Waits until presence has reported exactly this.
  bool AwaitReport(const std::vector<std::string>& expected) {
    absl::MutexLock lock(&mutex_);
    auto reported = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return reported_ == expected; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reported), kPatience);
  }

  // What was recorded: `<actor> <action> <subject>`.
  std::vector<std::string> recorded() const {
    absl::MutexLock lock(&mutex_);
    return recorded_;
  }
  // From now on nothing can be recorded.
  void RefuseToRecord() {
    absl::MutexLock lock(&mutex_);
    refusing_ = true;
  }

  // The positions that Watch was asked for.
  std::vector<int64_t> watched() const {
    absl::MutexLock lock(&mutex_);
    return watched_;
  }

  void Register(grpc::ServerBuilder& builder) {
    builder.RegisterService(&sessions_);
    builder.RegisterService(&learners_);
    builder.RegisterService(&online_);
    builder.RegisterService(&audit_);
  }
  void Stop() {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }

 private:
  struct Sessions final : auth::v1::Sessions::Service {
    explicit Sessions(FakeAuth& auth) : auth_(auth) {}
    grpc::Status Watch(grpc::ServerContext* context, const auth::v1::WatchRequest* request,
                       grpc::ServerWriter<auth::v1::Event>* writer) override {
      auto next = static_cast<size_t>(request->after());
      writer->Write(auth::v1::Event());
      absl::MutexLock lock(&auth_.mutex_);
      auth_.watched_.push_back(request->after());
      while (!context->IsCancelled() && !auth_.stopping_) {
        auto more = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(auth_.mutex_) {
          return auth_.stopping_ || auth_.feed_.size() > next;
        };
        auth_.mutex_.AwaitWithTimeout(absl::Condition(&more), absl::Milliseconds(20));
        while (next < auth_.feed_.size()) writer->Write(auth_.feed_[next++]);
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };
  struct Learners final : auth::v1::LearnerLookup::Service {
    grpc::Status BatchGetLearners(grpc::ServerContext*, const auth::v1::BatchGetLearnersRequest* request,
                                  auth::v1::BatchGetLearnersResponse* response) override {
      if (request->ids(0) != "nobody") response->add_learners()->set_id(request->ids(0));
      return grpc::Status::OK;
    }
  };
  struct Online final : auth::v1::Online::Service {
    explicit Online(FakeAuth& auth) : auth_(auth) {}
    grpc::Status ReportOnline(grpc::ServerContext*, const auth::v1::ReportOnlineRequest* request,
                              auth::v1::ReportOnlineResponse*) override {
      absl::MutexLock lock(&auth_.mutex_);
      auth_.reported_.clear();
      for (const auto& entry : request->online()) {
        auth_.reported_.push_back(entry.learner_id() + "=" + entry.socket_id());
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };

  struct Audit final : auth::v1::Audit::Service {
    explicit Audit(FakeAuth& auth) : auth_(auth) {}
    grpc::Status AppendEvents(grpc::ServerContext*, const auth::v1::AppendEventsRequest* request,
                              auth::v1::AppendEventsResponse*) override {
      absl::MutexLock lock(&auth_.mutex_);
      if (auth_.refusing_) return {grpc::StatusCode::UNAVAILABLE, "away"};
      for (const auth::v1::AuditEvent& event : request->events()) {
        auth_.recorded_.push_back(event.actor().id() + " " + event.action() + " " + event.subject().id());
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };

  mutable absl::Mutex mutex_;
  std::deque<auth::v1::Event> feed_;
  std::vector<std::string> recorded_;
  bool refusing_ = false;
  std::vector<int64_t> watched_;
  std::vector<std::string> reported_{"never"};
  bool stopping_ = false;
  Sessions sessions_{*this};
  Learners learners_;
  Online online_{*this};
  Audit audit_{*this};
};

v1::Connection Learner(const std::string& id, const std::string& user, const std::string& session) {
  v1::Connection connection;
  connection.set_connection_id(id);
  connection.set_person_id(user);
  connection.set_session_id(session);
  return connection;
}

// An edge's end of Attach.
class Edge {
 public:
  Edge(v1::Presence::StubInterface& stub, const std::string& id, const std::vector<v1::Connection>& connections = {},
       CallIdentity identity = Identity(CallerKind::kService, "edge")) {
    PrepareStreamContext(context_, identity);
    stream_ = stub.Attach(&context_);
    v1::AttachRequest hello;
    hello.mutable_hello()->set_edge_id(id);
    stream_->Write(hello);
    v1::AttachRequest snapshot;
    snapshot.mutable_snapshot();
    for (const v1::Connection& connection : connections) *snapshot.mutable_snapshot()->add_connections() = connection;
    stream_->Write(snapshot);
  }
  ~Edge() {
    if (!finished_) Finish();
  }

  void Open(const v1::Connection& connection) {
    v1::AttachRequest request;
    *request.mutable_opened() = connection;
    stream_->Write(request);
  }
  void Close(const std::string& id) {
    v1::AttachRequest request;
    request.mutable_closed()->set_connection_id(id);
    stream_->Write(request);
  }

  // Reads until the online list is this; the pushes that came meanwhile are in pushes().
  bool AwaitOnline(const std::vector<std::string>& expected) {
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
      Note(response);
      if (!response.has_online()) continue;
      if (std::vector<std::string>(response.online().learner_ids().begin(), response.online().learner_ids().end()) ==
          expected) {
        return true;
      }
    }
    return false;
  }
  // Reads until a push came, and returns it.
  std::string NextPush() {
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
      if (response.has_push()) return Note(response);
    }
    return "the stream ended";
  }
  const std::vector<std::string>& pushes() const { return pushes_; }

  grpc::Status Finish() {
    finished_ = true;
    stream_->WritesDone();
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
    }
    return stream_->Finish();
  }

 private:
  std::string Note(const v1::AttachResponse& response) {
    if (!response.has_push()) return "";
    const auto& push = response.push();
    pushes_.push_back(push.connection_id() + " " + push.event() + " " + push.reason());
    return pushes_.back();
  }

  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriterInterface<v1::AttachRequest, v1::AttachResponse>> stream_;
  std::vector<std::string> pushes_;
  bool finished_ = false;
};

class PresenceServiceTest : public testing::Test {
 protected:
  PresenceServiceTest() {
    grpc::ServerBuilder builder;
    auth_.Register(builder);
    auth_server_ = builder.BuildAndStart();
    auth_channel_ = auth_server_->InProcessChannel({});
    Start();
  }
  ~PresenceServiceTest() override {
    Stop();
    auth_.Stop();
    auth_server_->Shutdown();
  }

  // Presence starts and stops like its process; its database stays.
  void Start() {
    presence_ = *PresenceServer::Create({.database_url = database_.url(),
                                         .credential = kCredential,
                                         .auth = auth_channel_,
                                         .online_interval = absl::ZeroDuration()});
    grpc::ServerBuilder builder;
    for (grpc::Service* service : presence_->services()) builder.RegisterService(service);
    server_ = builder.BuildAndStart();
    stub_ = v1::Presence::NewStub(server_->InProcessChannel({}));
  }
  void Stop() {
    presence_->Drain();
    server_->Shutdown();
    server_->Wait();
    stub_.reset();
    server_.reset();
    presence_.reset();
  }

  grpc::Status UpdateStatus(const std::string& person_id, const std::string& status,
                            CallerKind kind = CallerKind::kManager) {
    grpc::ClientContext context;
    PrepareContext(context, Identity(kind, "somebody"));
    v1::UpdateStatusRequest request;
    request.set_learner_id(person_id);
    request.set_status(status);
    v1::UpdateStatusResponse response;
    return stub_->UpdateStatus(&context, request, &response);
  }

  FakeAuth auth_;
  std::unique_ptr<grpc::Server> auth_server_;
  std::shared_ptr<grpc::Channel> auth_channel_;
  TestDatabase database_{Engine::kSqlite, Migrations()};
  std::unique_ptr<PresenceServer> presence_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Presence::Stub> stub_;
};

TEST_F(PresenceServiceTest, EveryEdgeHearsTheWholeListOnAttachingAndOnChange) {
  Edge first(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(first.AwaitOnline({"anna"}));
  Edge second(*stub_, "e2");
  EXPECT_TRUE(second.AwaitOnline({"anna"}));
  second.Open(Learner("c2", "bea", "s2"));
  EXPECT_TRUE(first.AwaitOnline({"anna", "bea"}));
  EXPECT_TRUE(second.AwaitOnline({"anna", "bea"}));
  first.Close("c1");
  EXPECT_TRUE(second.AwaitOnline({"bea"}));
}

TEST_F(PresenceServiceTest, ALostEdgeTakesItsConnectionsAlong) {
  Edge first(*stub_, "e1");
  auto second = std::make_unique<Edge>(*stub_, "e2", std::vector{Learner("c2", "bea", "s2")});
  EXPECT_TRUE(first.AwaitOnline({"bea"}));
  second.reset();
  EXPECT_TRUE(first.AwaitOnline({}));
}

TEST_F(PresenceServiceTest, ASecondStreamOfAnEdgeReplacesTheFirst) {
  Edge witness(*stub_, "e0");
  Edge first(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(witness.AwaitOnline({"anna"}));
  Edge again(*stub_, "e1", {Learner("c2", "bea", "s2")});
  EXPECT_TRUE(witness.AwaitOnline({"bea"}));
  EXPECT_EQ(first.Finish().error_code(), grpc::StatusCode::ABORTED);
  again.Open(Learner("c3", "carl", "s3"));
  EXPECT_TRUE(witness.AwaitOnline({"bea", "carl"}));
}

TEST_F(PresenceServiceTest, ATakeoverPushesAnotherDeviceAndAnyOtherEndLogout) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "old"), Learner("c2", "anna", "new"), Learner("c3", "bea", "s3")});
  EXPECT_TRUE(edge.AwaitOnline({"anna", "bea"}));
  auth_.EndSession("old", "signed_in_elsewhere");
  EXPECT_EQ(edge.NextPush(), "c1 anotherDevice signed_in_elsewhere");
  auth_.EndSession("s3", "deactivated");
  EXPECT_EQ(edge.NextPush(), "c3 logout deactivated");
  EXPECT_TRUE(edge.AwaitOnline({"anna"}));
}

TEST_F(PresenceServiceTest, ASessionThatEndedBeforeItsConnectionOpenedIsPushed) {
  Edge edge(*stub_, "e1", {Learner("c0", "witness", "s0")});
  auth_.EndSession("s1", "password_changed");
  auth_.EndSession("s0", "logout");
  EXPECT_EQ(edge.NextPush(), "c0 logout logout");
  edge.Open(Learner("c1", "anna", "s1"));
  EXPECT_EQ(edge.NextPush(), "c1 logout password_changed");
}

TEST_F(PresenceServiceTest, EndedSessionsAreKnownAfterARestart) {
  {
    Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
    auth_.EndSession("s1", "removed");
    EXPECT_EQ(edge.NextPush(), "c1 logout removed");
    auth_.EndSession("s2", "removed");
  }
  Stop();
  Start();
  // As if the edge had lost the first push with the stream, and the second had never been sent.
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1"), Learner("c2", "bea", "s2")});
  edge.NextPush();
  edge.NextPush();
  EXPECT_THAT(edge.pushes(), testing::UnorderedElementsAre("c1 logout removed", "c2 logout removed"));
}

TEST_F(PresenceServiceTest, AuthHearsWhoIsOnlineWithTheNewestConnection) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(auth_.AwaitReport({"anna=c1"}));
  edge.Open(Learner("c2", "anna", "s1"));
  EXPECT_TRUE(auth_.AwaitReport({"anna=c2"}));
  edge.Close("c1");
  edge.Close("c2");
  EXPECT_TRUE(auth_.AwaitReport({}));
}

TEST_F(PresenceServiceTest, UpdateStatusOfflineSignsTheLearnerOut) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(edge.AwaitOnline({"anna"}));
  EXPECT_TRUE(UpdateStatus("anna", "online").ok());
  EXPECT_TRUE(UpdateStatus("anna", "offline").ok());
  EXPECT_EQ(edge.NextPush(), "c1 logout signed_out_by_manager");
  EXPECT_EQ(edge.pushes().size(), 1u);
}

TEST_F(PresenceServiceTest, SigningOutIsRecordedBeforeItHappens) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1"), Learner("c2", "omar", "s2")});
  EXPECT_TRUE(edge.AwaitOnline({"anna", "omar"}));
  EXPECT_TRUE(UpdateStatus("anna", "online").ok());
  EXPECT_THAT(auth_.recorded(), IsEmpty());
  EXPECT_TRUE(UpdateStatus("anna", "offline").ok());
  EXPECT_THAT(auth_.recorded(), ElementsAre("somebody learner.live_signed_out anna"));
  EXPECT_EQ(edge.NextPush(), "c1 logout signed_out_by_manager");
  auth_.RefuseToRecord();
  EXPECT_EQ(UpdateStatus("omar", "offline").error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(edge.pushes().size(), 1u) << "what cannot be recorded is not done";
}

TEST_F(PresenceServiceTest, UpdateStatusRefusesOtherWordsUnknownLearnersAndLearners) {
  EXPECT_EQ(UpdateStatus("anna", "away").error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(UpdateStatus("nobody", "offline").error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(UpdateStatus("anna", "offline", CallerKind::kLearner).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(UpdateStatus("anna", "offline", CallerKind::kAnonymous).error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(PresenceServiceTest, ListOnlineIsForManagersAndServices) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(edge.AwaitOnline({"anna"}));
  v1::ListOnlineResponse response;
  grpc::ClientContext manager;
  PrepareContext(manager, Identity(CallerKind::kManager, "boss"));
  EXPECT_TRUE(stub_->ListOnline(&manager, {}, &response).ok());
  EXPECT_THAT(response.learner_ids(), ElementsAre("anna"));
  grpc::ClientContext learner;
  PrepareContext(learner, Identity(CallerKind::kLearner, "anna"));
  EXPECT_EQ(stub_->ListOnline(&learner, {}, &response).error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(PresenceServiceTest, OnlyServicesMayAttachAndOnlyInOrder) {
  Edge manager(*stub_, "e1", {}, Identity(CallerKind::kManager, "boss"));
  EXPECT_EQ(manager.Finish().error_code(), grpc::StatusCode::PERMISSION_DENIED);
  Edge nobody(*stub_, "e1", {}, {.credential = "wrong", .caller = {}});
  EXPECT_EQ(nobody.Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  Edge nameless(*stub_, "");
  EXPECT_EQ(nameless.Finish().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace academy::presence
