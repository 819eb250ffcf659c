// Events on their way from a service's database to auth, with auth available, unavailable, slow, and receiving repeats.
#include "services/platform/audit/audit_shipper.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

// Accepts events as auth does: each id once, a call as a whole or not at all.
class FakeTrail final : public auth::v1::Audit::Service {
 public:
  grpc::Status AppendEvents(grpc::ServerContext* context, const auth::v1::AppendEventsRequest* request,
                            auth::v1::AppendEventsResponse* response) override {
    absl::MutexLock lock(&mutex_);
    ++calls_;
    largest_ = std::max(largest_, request->events_size());
    if (failures_ > 0) {
      --failures_;
      return ToGrpc(Error(absl::StatusCode::kUnavailable, "auth_unavailable", "away"));
    }
    for (const auth::v1::AuditEvent& event : request->events()) {
      if (event.action() == poison_) return ToGrpc(ValidationError({{"events", "invalid", "no"}}));
    }
    for (const auth::v1::AuditEvent& event : request->events()) {
      if (ids_.insert(event.id()).second) actions_.push_back(event.action());
    }
    // Stores the events but loses the response.
    if (losses_ > 0) {
      --losses_;
      return ToGrpc(Error(absl::StatusCode::kUnavailable, "auth_unavailable", "lost on the way back"));
    }
    return grpc::Status::OK;
  }

  void Fail(int calls) {
    absl::MutexLock lock(&mutex_);
    failures_ = calls;
  }
  void LoseAnswers(int calls) {
    absl::MutexLock lock(&mutex_);
    losses_ = calls;
  }
  void Refuse(const std::string& action) {
    absl::MutexLock lock(&mutex_);
    poison_ = action;
  }
  // Waits until `count` events have arrived.
  std::vector<std::string> Await(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return actions_.size() >= count; };
    mutex_.Await(absl::Condition(&enough));
    return actions_;
  }
  void AwaitCalls(int count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return calls_ >= count; };
    mutex_.Await(absl::Condition(&enough));
  }
  int largest() {
    absl::MutexLock lock(&mutex_);
    return largest_;
  }

 private:
  absl::Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  int largest_ ABSL_GUARDED_BY(mutex_) = 0;
  int failures_ ABSL_GUARDED_BY(mutex_) = 0;
  int losses_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string poison_ ABSL_GUARDED_BY(mutex_) = "none";
  std::set<std::string> ids_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> actions_ ABSL_GUARDED_BY(mutex_);
};

class AuditShipperTest : public testing::TestWithParam<Engine> {
 protected:
  AuditShipperTest() : database_(GetParam(), {{1, "audit outbox", kAuditOutboxSchema}}), outbox_(*database_, clock_) {
    Serve();
  }
  ~AuditShipperTest() override { shipper_.reset(); }

  // Serves on the previous port, if there was one.
  void Serve() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:" + std::to_string(port_), grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&trail_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    if (stub_ == nullptr) stub_ = auth::v1::Audit::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port_)));
  }
  void StopServing() {
    server_->Shutdown();
    server_->Wait();
    server_.reset();
  }
  void Ship(int batch = 500) {
    shipper_ = std::make_unique<AuditShipper>(
        outbox_, *stub_, CallIdentity{.credential = "c", .caller = {.kind = CallerKind::kService, .id = "catalog"}},
        AuditShipperOptions{.batch = batch,
                            .first_retry = absl::Milliseconds(1),
                            .max_retry = absl::Milliseconds(20),
                            .interval = absl::Seconds(60)});
  }

  absl::Status Add(const std::vector<std::string>& actions, const absl::Status& outcome = absl::OkStatus()) {
    return database_->Write([&](Transaction& tx) -> absl::Status {
      std::vector<AuditEntry> entries;
      for (const std::string& action : actions) {
        entries.push_back({.action = action,
                           .subject = {.kind = "course", .id = "c1", .name = "Algebra"},
                           .details = {{"parts", "3"}}});
      }
      outbox_.Add(tx, {.kind = CallerKind::kManager, .id = "m1"}, std::move(entries));
      return outcome;
    });
  }
  size_t Waiting() { return outbox_.Read(10'000)->size(); }
  // Events leave the outbox soon after auth has stored them.
  void AwaitEmpty() {
    while (Waiting() > 0) std::this_thread::yield();
  }

  using Strings = std::vector<std::string>;
  FakeClock clock_;
  TestDatabase database_;
  AuditOutbox outbox_;
  FakeTrail trail_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<auth::v1::Audit::Stub> stub_;
  std::unique_ptr<AuditShipper> shipper_;
};

TEST_P(AuditShipperTest, AnEventSaysWhoDidWhatWhen) {
  ASSERT_OK(Add({"course.created"}));
  auth::v1::AuditEvent event = outbox_.Read(10)->front().event;
  EXPECT_EQ(event.id().size(), 36u);
  EXPECT_EQ(event.at(), FormatTime(clock_.Now()));
  EXPECT_EQ(event.actor().kind(), "manager");
  EXPECT_EQ(event.actor().id(), "m1");
  EXPECT_EQ(event.subject().name(), "Algebra");
  EXPECT_EQ(event.details().at("parts"), "3");
}

TEST_P(AuditShipperTest, AnEventOfARolledBackChangeIsNotSent) {
  ASSERT_THAT(Add({"course.created"}, absl::AbortedError("no")), testing::Not(IsOk()));
  EXPECT_EQ(Waiting(), 0u);
}

TEST_P(AuditShipperTest, EventsArriveInTheirOrderAndLeaveTheOutbox) {
  Ship();
  ASSERT_OK(Add({"course.created", "course.updated"}));
  ASSERT_OK(Add({"course.deleted"}));
  EXPECT_EQ(trail_.Await(3), (Strings{"course.created", "course.updated", "course.deleted"}));
  AwaitEmpty();
}

TEST_P(AuditShipperTest, WhatAnEarlierProcessLeftIsSentAtTheStart) {
  ASSERT_OK(Add({"course.created"}));
  Ship();
  EXPECT_EQ(trail_.Await(1), Strings{"course.created"});
}

TEST_P(AuditShipperTest, ALongListGoesInBatches) {
  ASSERT_OK(Add(Strings(1000, "assignment.created")));
  Ship(/*batch=*/300);
  EXPECT_EQ(trail_.Await(1000).size(), 1000u);
  AwaitEmpty();
  EXPECT_EQ(trail_.largest(), 300);
}

TEST_P(AuditShipperTest, EventsWaitWhileAuthIsAway) {
  StopServing();
  Ship();
  ASSERT_OK(Add({"course.created"}));
  ASSERT_OK(Add({"course.deleted"}));
  EXPECT_EQ(Waiting(), 2u);
  Serve();
  EXPECT_EQ(trail_.Await(2), (Strings{"course.created", "course.deleted"}));
  AwaitEmpty();
}

TEST_P(AuditShipperTest, FailuresAreTriedAgain) {
  trail_.Fail(3);
  Ship();
  ASSERT_OK(Add({"course.created"}));
  EXPECT_EQ(trail_.Await(1), Strings{"course.created"});
}

TEST_P(AuditShipperTest, ALostAnswerDoublesNothing) {
  trail_.LoseAnswers(2);
  Ship();
  ASSERT_OK(Add({"course.created", "course.updated"}));
  trail_.AwaitCalls(3);
  AwaitEmpty();
  ASSERT_OK(Add({"course.deleted"}));
  EXPECT_EQ(trail_.Await(3), (Strings{"course.created", "course.updated", "course.deleted"}));
}

TEST_P(AuditShipperTest, AnEndBetweenSendingAndForgettingDoublesNothing) {
  ASSERT_OK(Add({"course.created"}));
  // As if the process had died after auth's commit and before its own.
  auth::v1::AppendEventsRequest request;
  *request.add_events() = outbox_.Read(1)->front().event;
  auth::v1::AppendEventsResponse response;
  grpc::ClientContext context;
  ASSERT_OK(stub_->AppendEvents(&context, request, &response));
  Ship();
  AwaitEmpty();
  EXPECT_EQ(trail_.Await(1), Strings{"course.created"});
}

TEST_P(AuditShipperTest, OneThatAuthRefusesDoesNotHoldUpTheOthers) {
  trail_.Refuse("course.poison");
  ASSERT_OK(Add({"course.created", "course.updated", "course.poison", "course.deleted"}));
  Ship();
  EXPECT_EQ(trail_.Await(3), (Strings{"course.created", "course.updated", "course.deleted"}));
  AwaitEmpty();
}

TEST_P(AuditShipperTest, EndingWhileAuthIsAwayKeepsTheEvents) {
  StopServing();
  Ship();
  ASSERT_OK(Add({"course.created"}));
  shipper_.reset();
  EXPECT_EQ(Waiting(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditShipperTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy
