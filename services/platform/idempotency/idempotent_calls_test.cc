// Contract tests for IdempotentCalls, run on every engine.
#include "services/platform/idempotency/idempotent_calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/base/metrics.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/at_next_commit.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

const std::vector<Migration>& Migrations() {
  static const std::string* const schema =
      new std::string("CREATE TABLE item (id TEXT PRIMARY KEY);\n" + std::string(kIdempotentCallsSchema));
  static const auto* const migrations = new std::vector<Migration>{{1, "items", *schema}};
  return *migrations;
}

Caller Manager(const std::string& id, const std::string& session = "s1") {
  return {.kind = CallerKind::kManager, .id = id, .session_id = session, .idempotency_key = "key-12345"};
}

class IdempotentCallsTest : public testing::TestWithParam<Engine> {
 protected:
  IdempotentCallsTest() : database_(GetParam(), Migrations()), calls_(*database_, clock_) {}

  absl::Status Insert(const std::string& id) {
    return database_->Write([&](Transaction& tx) {
      Execute(tx.sql(), "INSERT INTO item (id) VALUES (:id)", id);
      return absl::OkStatus();
    });
  }

  int64_t Count(SqlText sql_text) {
    auto count = database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<int64_t> { return QueryOne<int64_t>(sql, sql_text).value_or(-1); });
    return count.value_or(-1);
  }
  int64_t Items() { return Count("SELECT COUNT(*) FROM item"); }
  int64_t Rows() { return Count("SELECT COUNT(*) FROM idempotent_calls"); }

  // A whole call, whose handler inserts `item` and returns `answer`. Returns the answer's response.
  absl::StatusOr<std::string> Run(const Caller& caller, const std::string& request, const std::string& item,
                                  const CallAnswer& answer = {.response = "done"}, const std::string& name = "Create") {
    IdempotentCall call(calls_, caller, name, request);
    ASSIGN_OR_RETURN(std::optional<CallAnswer> first, call.Begin());
    if (first.has_value()) return "again " + first->response;
    RETURN_IF_ERROR(call.Finish(Insert(item), answer));
    return answer.response;
  }

  // The same by RunOnce.
  absl::StatusOr<std::string> RunOnceWith(const std::string& item) {
    auto handler = [&](CallAnswer& answer) {
      ++runs_;
      answer.response = "done";
      return Insert(item);
    };
    ASSIGN_OR_RETURN(std::optional<CallAnswer> first, RunOnce(calls_, Manager("m"), "Create", "body", handler));
    return first.has_value() ? "again " + first->response : "done";
  }

  FakeClock clock_;
  TestDatabase database_;
  IdempotentCalls calls_;
  int runs_ = 0;
};

TEST_P(IdempotentCallsTest, AWholeCallRunsOnceAndItsRepetitionGetsTheAnswer) {
  EXPECT_THAT(RunOnceWith("a"), IsOkAndHolds("done"));
  EXPECT_THAT(RunOnceWith("b"), IsOkAndHolds("again done"));
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, AWholeCallThatIsRefusedSaysWhy) {
  ASSERT_OK(Insert("a"));
  EXPECT_THAT(RunOnceWith("a"), HasReason("unique_violation"));
  EXPECT_EQ(Rows(), 0);
}

TEST_P(IdempotentCallsTest, ACallWhoseCommitWasLostIsRunAgain) {
  if (GetParam() != Engine::kPostgresql) GTEST_SKIP() << "there is no connection to lose";
  ASSERT_OK(AtNextCommitOfItem(*database_, "PERFORM pg_terminate_backend(pg_backend_pid());"));
  EXPECT_THAT(RunOnceWith("a"), IsOkAndHolds("done"));
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, AWholeCallThatIsRunAgainIsCounted) {
  if (GetParam() != Engine::kPostgresql) GTEST_SKIP() << "there is no connection to lose";
  Metrics metrics("test");
  auto database = Database::Open({.url = database_.url(), .metrics = &metrics}, Migrations());
  ASSERT_OK(database);
  IdempotentCalls calls(**database, clock_);
  int runs = 0;
  ASSERT_OK(RunOnce(calls, Manager("m"), "Create", "body", [&](CallAnswer&) {
    return (*database)->Write([&](Transaction& tx) {
      if (runs++ == 0) tx.sql() << "SELECT pg_terminate_backend(pg_backend_pid())";
      return absl::OkStatus();
    });
  }));
  EXPECT_EQ(runs, 2);
  EXPECT_NE(ToText(metrics.Collect()).find(R"(academy_database_reruns_total{process="test",cause="connection"} 1)"),
            std::string::npos);
}

TEST_P(IdempotentCallsTest, ACallWhoseCommitHappenedUnheardFindsItsAnswer) {
  if (GetParam() != Engine::kPostgresql) GTEST_SKIP() << "a commit's outcome is always known";
  ASSERT_OK(AtNextCommitOfItem(*database_, "RAISE WARNING USING ERRCODE = '01000';"));
  EXPECT_THAT(RunOnceWith("a"), IsOkAndHolds("again done"));
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, ARepetitionGetsTheFirstAnswerAndChangesNothing) {
  EXPECT_THAT(Run(Manager("m"), "body", "a"), IsOkAndHolds("done"));
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("again done"));
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, AnAnswerComesBackWithItsTrailersAfterARestart) {
  CallAnswer answer{.response = std::string("a\0b\n\xff", 5), .feed_position = 42, .device_token = "token"};
  ASSERT_OK(Run(Manager("m"), "body", "a", answer));
  IdempotentCalls restarted(*database_, clock_);
  IdempotentCall call(restarted, Manager("m"), "Create", "body");
  absl::StatusOr<std::optional<CallAnswer>> first = call.Begin();
  ASSERT_OK(first);
  ASSERT_TRUE(first->has_value());
  EXPECT_EQ((*first)->response, answer.response);
  EXPECT_EQ((*first)->feed_position, 42);
  EXPECT_EQ((*first)->device_token, "token");
}

TEST_P(IdempotentCallsTest, AnotherRequestWithTheKeyIsRefused) {
  ASSERT_OK(Run(Manager("m"), "body", "a"));
  EXPECT_THAT(Run(Manager("m"), "other", "b"), StatusIs(absl::StatusCode::kInvalidArgument, "idempotency_key_reused"));
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, AnotherCallerOrCallWithTheKeyIsItsOwn) {
  ASSERT_OK(Run(Manager("m"), "body", "a"));
  EXPECT_THAT(Run(Manager("n"), "body", "b"), IsOkAndHolds("done"));
  Caller learner = Manager("m");
  learner.kind = CallerKind::kLearner;
  EXPECT_THAT(Run(learner, "body", "c"), IsOkAndHolds("done"));
  EXPECT_THAT(Run(Manager("m"), "body", "d", {.response = "done"}, "Update"), IsOkAndHolds("done"));
  EXPECT_EQ(Items(), 4);
}

TEST_P(IdempotentCallsTest, APersonsOtherSessionRepeatsTheCallToo) {
  ASSERT_OK(Run(Manager("m", "s1"), "body", "a"));
  EXPECT_THAT(Run(Manager("m", "s2"), "body", "b"), IsOkAndHolds("again done"));
}

TEST_P(IdempotentCallsTest, ARepetitionWhileTheFirstIsAtWorkIsToldToWait) {
  {
    IdempotentCall first(calls_, Manager("m"), "Create", "body");
    ASSERT_OK(first.Begin());
    absl::Status repeated = Run(Manager("m"), "body", "b").status();
    EXPECT_THAT(repeated, StatusIs(absl::StatusCode::kAborted, "in_progress"));
    EXPECT_GT(DetailOf(repeated).retry_after_seconds, 0);
    EXPECT_THAT(Run(Manager("m"), "other", "b"), HasReason("idempotency_key_reused"));
  }
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("done")) << "the first never finished";
}

TEST_P(IdempotentCallsTest, ARepetitionNeedNotWaitUntilTheFirstIsGone) {
  IdempotentCall first(calls_, Manager("m"), "Create", "body");
  ASSERT_OK(first.Begin());
  ASSERT_OK(first.Finish(Insert("a"), {.response = "done"}));
  IdempotentCall second(calls_, Manager("m"), "Create", "body");
  absl::StatusOr<std::optional<CallAnswer>> again = second.Begin();
  ASSERT_OK(again);
  EXPECT_TRUE(again->has_value());
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("again done"));
}

TEST_P(IdempotentCallsTest, ACallThatAnotherProcessHasDoneMeanwhileChangesNothing) {
  IdempotentCalls other(*database_, clock_);
  IdempotentCall slow(other, Manager("m"), "Create", "body");
  ASSERT_OK(slow.Begin());
  // On another thread, as this one's writes belong to the slow call.
  std::thread([&] { EXPECT_OK(Run(Manager("m"), "body", "a")); }).join();
  ASSERT_OK(Insert("b"));
  EXPECT_THAT(slow.Finish(absl::OkStatus(), {.response = "mine"}), StatusIs(absl::StatusCode::kAborted, "in_progress"));
  EXPECT_EQ(Items(), 1);
}

TEST_P(IdempotentCallsTest, WhatAnotherProcessHasDoneForTheCallIsNoReasonToRefuseIt) {
  if (GetParam() == Engine::kSqlite) GTEST_SKIP() << "one process has the file";
  IdempotentCalls other(*database_, clock_);
  IdempotentCall slow(other, Manager("m"), "Create", "body");
  ASSERT_OK(slow.Begin());
  std::thread([&] { EXPECT_OK(Run(Manager("m"), "body", "a")); }).join();
  ASSERT_OK(Insert("counted attempt"));
  absl::Status refusal = Error(absl::StatusCode::kAlreadyExists, "email_taken", "The e-mail address is taken");
  EXPECT_THAT(slow.Finish(refusal, {}), StatusIs(absl::StatusCode::kAborted, "in_progress"));
  EXPECT_EQ(Items(), 2) << "a guess is counted, however it is answered";
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("again done"));
}

TEST_P(IdempotentCallsTest, ARefusalIsNotStored) {
  ASSERT_OK(Insert("a"));
  EXPECT_THAT(Run(Manager("m"), "body", "a"), HasReason("unique_violation"));
  EXPECT_EQ(Rows(), 0);
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("done"));
}

TEST_P(IdempotentCallsTest, WhatWasWrittenForARefusalStays) {
  IdempotentCall call(calls_, Manager("m"), "Create", "body");
  ASSERT_OK(call.Begin());
  ASSERT_OK(Insert("wrong attempt"));
  absl::Status refusal = Error(absl::StatusCode::kUnauthenticated, "wrong_password", "The password is wrong");
  EXPECT_THAT(call.Finish(refusal, {}), HasReason("wrong_password"));
  EXPECT_EQ(Items(), 1);
  EXPECT_EQ(Rows(), 0);
}

TEST_P(IdempotentCallsTest, WhatWasWrittenBeforeAFailureOfOursIsUndone) {
  IdempotentCall call(calls_, Manager("m"), "Create", "body");
  ASSERT_OK(call.Begin());
  ASSERT_OK(Insert("a"));
  absl::Status failure = Error(absl::StatusCode::kUnavailable, "catalog_unavailable", "Not now");
  EXPECT_THAT(call.Finish(failure, {}), HasReason("catalog_unavailable"));
  EXPECT_EQ(Items(), 0);
}

TEST_P(IdempotentCallsTest, ACallThatWroteNothingIsAnsweredAgainToo) {
  {
    IdempotentCall call(calls_, Manager("m"), "Create", "body");
    ASSERT_OK(call.Begin());
    ASSERT_OK(call.Finish(absl::OkStatus(), {.response = "nothing to do"}));
  }
  EXPECT_THAT(Run(Manager("m"), "body", "a"), IsOkAndHolds("again nothing to do"));
}

TEST_P(IdempotentCallsTest, NothingOfTheAnswerTheRequestOrTheKeyIsStoredInClear) {
  ASSERT_OK(Run(Manager("m"), "the-password", "a", {.response = "the-token", .device_token = "the-device"}));
  auto text = database_->Read([](soci::session& sql) -> absl::StatusOr<std::string> {
    return QueryOne<std::string>(sql, "SELECT id || ' ' || answer FROM idempotent_calls").value_or("");
  });
  ASSERT_OK(text);
  EXPECT_GT(text->size(), 40U);
  for (const char* secret : {"the-token", "the-device", "the-password", "key-12345"}) {
    EXPECT_EQ(text->find(secret), std::string::npos) << secret;
  }
}

TEST_P(IdempotentCallsTest, AnswersAreForgottenAfterADay) {
  ASSERT_OK(Run(Manager("m"), "body", "a"));
  clock_.Advance(IdempotentCalls::kKept);
  ASSERT_OK(calls_.Prune());
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("again done"));
  clock_.Advance(absl::Milliseconds(1));
  ASSERT_OK(calls_.Prune());
  EXPECT_EQ(Rows(), 0);
  EXPECT_THAT(Run(Manager("m"), "body", "b"), IsOkAndHolds("done"));
}

INSTANTIATE_TEST_SUITE_P(Engines, IdempotentCallsTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy
