#include <gmock/gmock.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"
#include "services/presence/presence_server.h"
#include "services/presence/schema.h"
#include "services/presence/testing/edge_stream.h"
#include "services/presence/testing/fake_auth.h"

namespace academy::presence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
                                         .callers = kCredential,
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
  // As if the edge had lost the first push together with the stream, and the second had never been sent.
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1"), Learner("c2", "bea", "s2")});
  edge.NextPush();
  edge.NextPush();
  EXPECT_THAT(edge.pushes(), testing::UnorderedElementsAre("c1 logout removed", "c2 logout removed"));
}

TEST_F(PresenceServiceTest, AuthHearsWhoIsOnlineWithTheNewestConnection) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(auth_.AwaitReport({{"anna", "c1"}}));
  edge.Open(Learner("c2", "anna", "s1"));
  EXPECT_TRUE(auth_.AwaitReport({{"anna", "c2"}}));
  edge.Close("c1");
  edge.Close("c2");
  EXPECT_TRUE(auth_.AwaitReport({}));
}

TEST_F(PresenceServiceTest, AnAuthThatHasLostTheListGetsAllOfItAgain) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1"), Learner("c2", "bea", "s2")});
  EXPECT_TRUE(auth_.AwaitReport({{"anna", "c1"}, {"bea", "c2"}}));
  auth_.LoseReports();
  edge.Open(Learner("c3", "carl", "s3"));
  EXPECT_TRUE(auth_.AwaitReport({{"anna", "c1"}, {"bea", "c2"}, {"carl", "c3"}}));
}

TEST_F(PresenceServiceTest, UpdateStatusOfflineSignsTheLearnerOut) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1")});
  EXPECT_TRUE(edge.AwaitOnline({"anna"}));
  EXPECT_OK(UpdateStatus("anna", "online"));
  EXPECT_OK(UpdateStatus("anna", "offline"));
  EXPECT_EQ(edge.NextPush(), "c1 logout signed_out_by_manager");
  EXPECT_EQ(edge.pushes().size(), 1u);
}

TEST_F(PresenceServiceTest, SigningOutIsRecordedBeforeItHappens) {
  Edge edge(*stub_, "e1", {Learner("c1", "anna", "s1"), Learner("c2", "omar", "s2")});
  EXPECT_TRUE(edge.AwaitOnline({"anna", "omar"}));
  EXPECT_OK(UpdateStatus("anna", "online"));
  EXPECT_THAT(auth_.recorded(), IsEmpty());
  EXPECT_OK(UpdateStatus("anna", "offline"));
  EXPECT_THAT(auth_.recorded(), ElementsAre("somebody learner.live_signed_out anna"));
  EXPECT_EQ(edge.NextPush(), "c1 logout signed_out_by_manager");
  auth_.RefuseToRecord();
  EXPECT_EQ(UpdateStatus("omar", "offline").error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(edge.pushes().size(), 1u) << "what cannot be recorded is not done";
}

TEST_F(PresenceServiceTest, ASignOutEndsTheConnectionsThatWereOpenThenWheneverTheyAreReported) {
  v1::Connection early = Learner("c1", "anna", "s1");
  v1::Connection late = Learner("c2", "anna", "s1");
  auth_.EndSession("another", "logout");
  early.set_feed_position(1);
  late.set_feed_position(2);
  EXPECT_OK(UpdateStatus("anna", "offline"));
  // An edge whose stream was broken meanwhile.
  Edge edge(*stub_, "e1", {early, late});
  EXPECT_EQ(edge.NextPush(), "c1 logout signed_out_by_manager");
  edge.Open(Learner("c4", "bea", "s4"));
  EXPECT_TRUE(edge.AwaitOnline({"anna", "bea"}));
  Stop();
  Start();
  Edge again(*stub_, "e1", {late, Learner("c3", "witness", "s3")});
  auth_.EndSession("s3", "logout");
  EXPECT_EQ(again.NextPush(), "c3 logout logout") << "who has come back stays, though the feed is read again";
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
  EXPECT_OK(stub_->ListOnline(&manager, {}, &response));
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
