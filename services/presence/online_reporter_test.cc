#include "services/presence/online_reporter.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "services/platform/testing/status_matchers.h"
#include "services/presence/testing/fake_auth.h"

namespace academy::presence {
namespace {

using List = std::map<std::string, std::string>;

// An edge whose messages are made by the test, and which takes whatever is sent.
class FakeEdge final : public Attachments::Stream {
 public:
  explicit FakeEdge(Attachments& attachments) : attachments_(attachments) {
    attachments_.Add(this);
    v1::AttachRequest hello;
    hello.mutable_hello()->set_edge_id("e1");
    EXPECT_OK(attachments_.Receive(this, hello));
    v1::AttachRequest snapshot;
    snapshot.mutable_snapshot();
    EXPECT_OK(attachments_.Receive(this, snapshot));
  }
  ~FakeEdge() override { attachments_.Remove(this); }

  void Send(Attachments::Response) override {}
  void End(const absl::Status&) override {}

  void Open(const std::string& user, const std::string& connection) {
    v1::AttachRequest request;
    request.mutable_opened()->set_connection_id(connection);
    request.mutable_opened()->set_person_id(user);
    request.mutable_opened()->set_session_id("session of " + user);
    EXPECT_OK(attachments_.Receive(this, request));
  }
  void Close(const std::string& connection) {
    v1::AttachRequest request;
    request.mutable_closed()->set_connection_id(connection);
    EXPECT_OK(attachments_.Receive(this, request));
  }

 private:
  Attachments& attachments_;
};

class OnlineReporterTest : public testing::Test {
 protected:
  OnlineReporterTest() {
    grpc::ServerBuilder builder;
    auth_.Register(builder);
    server_ = builder.BuildAndStart();
    stub_ = auth::v1::Online::NewStub(server_->InProcessChannel({}));
  }
  ~OnlineReporterTest() override {
    reporter_.reset();
    auth_.Stop();
    server_->Shutdown();
  }

  // A presence beside others.
  void Start(size_t piece = 10'000) {
    reporter_.emplace(attachments_, *stub_, CallIdentity{},
                      OnlineReporter::Options{.interval = absl::ZeroDuration(),
                                              .renew = absl::Milliseconds(1),
                                              .settle = absl::ZeroDuration(),
                                              .piece = piece});
  }

  FakeAuth auth_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<auth::v1::Online::Stub> stub_;
  Attachments attachments_{Attachments::Options{}};
  std::optional<OnlineReporter> reporter_;
};

TEST_F(OnlineReporterTest, AWholeListIsSentInPiecesAndThenTheDifferences) {
  FakeEdge edge(attachments_);
  for (int i = 0; i < 7; ++i) edge.Open("l" + std::to_string(i), "c" + std::to_string(i));
  Start(/*piece=*/3);
  ASSERT_TRUE(auth_.AwaitReport(
      {{"l0", "c0"}, {"l1", "c1"}, {"l2", "c2"}, {"l3", "c3"}, {"l4", "c4"}, {"l5", "c5"}, {"l6", "c6"}}));
  for (int i = 1; i < 7; ++i) edge.Close("c" + std::to_string(i));
  edge.Open("l0", "c9");
  EXPECT_TRUE(auth_.AwaitReport({{"l0", "c9"}}));
  EXPECT_TRUE(auth_.AwaitQuestions(1));
  EXPECT_FALSE(auth_.AskedMoreThan(1)) << "one term for all of it";
}

TEST_F(OnlineReporterTest, WhileAnotherOneReportsItAsksAndThenTakesOver) {
  auth_.LetAnotherReport(true);
  FakeEdge edge(attachments_);
  edge.Open("l1", "c1");
  Start();
  ASSERT_TRUE(auth_.AwaitQuestions(3));
  EXPECT_EQ(auth_.online(), List());
  auth_.LetAnotherReport(false);
  EXPECT_TRUE(auth_.AwaitReport({{"l1", "c1"}}));
}

TEST_F(OnlineReporterTest, OneThatIsSupersededReportsNoMoreUntilItIsGrantedAgain) {
  FakeEdge edge(attachments_);
  edge.Open("l1", "c1");
  Start();
  ASSERT_TRUE(auth_.AwaitReport({{"l1", "c1"}}));
  auth_.LetAnotherReport(true);
  ASSERT_TRUE(auth_.AwaitQuestions(3));
  edge.Open("l2", "c2");
  ASSERT_TRUE(auth_.AwaitQuestions(6));
  EXPECT_EQ(auth_.online(), (List{{"l1", "c1"}}));
  auth_.LetAnotherReport(false);
  EXPECT_TRUE(auth_.AwaitReport({{"l1", "c1"}, {"l2", "c2"}}));
}

TEST_F(OnlineReporterTest, OneThatStopsOrHasNoEdgeLeavesTheRightAndTheList) {
  auto edge = std::make_unique<FakeEdge>(attachments_);
  edge->Open("l1", "c1");
  Start();
  ASSERT_TRUE(auth_.AwaitReport({{"l1", "c1"}}));
  edge.reset();
  ASSERT_TRUE(auth_.AwaitReporter(false));
  EXPECT_EQ(auth_.online(), (List{{"l1", "c1"}}));
  edge = std::make_unique<FakeEdge>(attachments_);
  ASSERT_TRUE(auth_.AwaitReport({}));
  edge->Open("l2", "c2");
  ASSERT_TRUE(auth_.AwaitReport({{"l2", "c2"}}));
  reporter_->Stop();
  EXPECT_TRUE(auth_.AwaitReporter(false));
  EXPECT_EQ(auth_.online(), (List{{"l2", "c2"}}));
}

}  // namespace
}  // namespace academy::presence
