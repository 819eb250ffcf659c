// Contract tests of auth's stores, run on every engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/learner_counts.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/learners/search/learner_query.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/schema.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/token_store.h"
#include "services/auth/testing/learner_records.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

SessionRecord ASession(const std::string& id, PersonKind kind, const std::string& person_id,
                       UnixMillis expires_at = 0) {
  return {.id = id,
          .token_hash = "token of " + id,
          .kind = kind,
          .person_id = person_id,
          .created_at = 1000,
          .expires_at = expires_at,
          .ended_at = 0,
          .reason = {},
          .remote_address = "203.0.113.7",
          .device = "browser"};
}

class StoresTest : public testing::TestWithParam<Engine> {
 protected:
  StoresTest() : database_(GetParam(), Migrations()) {}

  // Runs `work(sql)` in its own transaction.
  template <typename Work>
  absl::Status Write(Work work) {
    return database_->Write([&](Transaction& tx) -> absl::Status {
      work(tx.sql());
      return absl::OkStatus();
    });
  }
  template <typename Work>
  auto Read(Work work) {
    using Result = std::invoke_result_t<Work, soci::session&>;
    return *database_->Read([&](soci::session& sql) -> absl::StatusOr<Result> { return work(sql); });
  }
  std::vector<std::string> Ids(const LearnerQuery& query) {
    return Read([&](soci::session& sql) {
      std::vector<std::string> ids;
      for (const LearnerRecord& learner : QueryLearners(sql, query)) ids.push_back(learner.id);
      return ids;
    });
  }

  LearnerCount Count(const LearnerQuery& query, const CountLimits& limits = {}) {
    return Read([&](soci::session& sql) { return CountLearners(sql, query, limits); });
  }

  TestDatabase database_;
};
INSTANTIATE_TEST_SUITE_P(Engines, StoresTest, testing::ValuesIn(TestEngines()), EngineName);

using Texts = std::vector<std::string>;

TEST_P(StoresTest, ManagersKeepTheirFieldsAndTheSignInBefore) {
  ManagerRecord manager{.id = "m1",
                        .email = "Mona@Academy.test",
                        .email_key = "mona@academy.test",
                        .fullname = "منى",
                        .password_hash = "hash",
                        .created_at = 1000};
  ASSERT_OK(Write([&](soci::session& sql) { InsertManager(sql, manager); }));
  ASSERT_OK(Write([&](soci::session& sql) { RecordManagerLogin(sql, "m1", 2000); }));
  ASSERT_OK(Write([&](soci::session& sql) { RecordManagerLogin(sql, "m1", 3000); }));
  auto found = Read([](soci::session& sql) { return FindManagerByEmail(sql, "mona@academy.test"); });
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->fullname, "منى");
  EXPECT_EQ(found->email, "Mona@Academy.test");
  EXPECT_EQ(found->last_login_at, 3000);
  EXPECT_EQ(found->previous_login_at, 2000);
  EXPECT_EQ(Read([](soci::session& sql) { return CountManagers(sql); }), 1);
  EXPECT_FALSE(Read([](soci::session& sql) { return FindManager(sql, "unknown"); }).has_value());
}

TEST_P(StoresTest, ATakenEmailKeyIsAUniqueViolation) {
  ASSERT_OK(Write([](soci::session& sql) { InsertLearner(sql, ALearner("a")); }));
  LearnerRecord second = ALearner("b");
  second.email_key = "a@academy.test";
  absl::Status status = Write([&](soci::session& sql) { InsertLearner(sql, second); });
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kAlreadyExists, "unique_violation"));
}

TEST_P(StoresTest, LearnersPageByEveryOrderWithTies) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertLearner(sql, ALearner("c", "Same", 1000));
    InsertLearner(sql, ALearner("a", "Same", 3000));
    InsertLearner(sql, ALearner("b", "أحمد", 2000));
    InsertLearner(sql, ALearner("d", "Other", 1000));
  }));
  for (LearnerOrder order :
       {LearnerOrder::kFullname, LearnerOrder::kEmail, LearnerOrder::kCreatedAt, LearnerOrder::kLastLogin}) {
    for (bool descending : {false, true}) {
      LearnerQuery query{.order = order, .descending = descending};
      Texts whole = Ids(query);
      ASSERT_EQ(whole.size(), 4u);
      Texts collected;
      query.limit = 1;
      while (true) {
        auto page = Read([&](soci::session& sql) { return QueryLearners(sql, query); });
        if (page.empty()) break;
        collected.push_back(page[0].id);
        query.after = PositionOf(page[0], order);
      }
      EXPECT_EQ(collected, whole);
    }
  }
  EXPECT_EQ(Ids({.order = LearnerOrder::kFullname}), (Texts{"d", "a", "c", "b"}));
}

TEST_P(StoresTest, EveryWordMustBeginATerm) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertLearner(sql, ALearner("a", "Layla Hassan"));
    InsertLearner(sql, ALearner("b", "Layla Omar"));
  }));
  EXPECT_EQ(Ids({.words = {"lay"}}), (Texts{"a", "b"}));
  EXPECT_EQ(Ids({.words = {"lay", "oma"}}), (Texts{"b"}));
  EXPECT_EQ(Ids({.words = {"mar"}}), Texts{});
  EXPECT_EQ(Ids({.words = {"%"}}), Texts{}) << "no pattern language";
  LearnerQuery query{.words = {"lay"}, .active = true};
  EXPECT_EQ(Count(query).total, 2);
  LearnerRecord renamed = ALearner("a", "Mona Hassan");
  ASSERT_OK(Write([&](soci::session& sql) { UpdateLearner(sql, renamed); }));
  EXPECT_EQ(Ids({.words = {"lay"}}), (Texts{"b"})) << "old words are forgotten";
  EXPECT_EQ(Ids({.words = {"mona", "hassan"}}), (Texts{"a"})) << "beside the new ones, those that stay";
}

// Frequent words are searched for differently from rare ones: along the order of the list.
TEST_P(StoresTest, FrequentWordsFindWhatRareOnesWould) {
  constexpr int kLearners = 4000;
  bool compared = false;
  auto name = [](int i) {
    std::string first = i < 200 ? "Aya" : i % 2 == 0 ? "Zahra" : "Zaki";
    return first + (i % 3 == 0 ? " Omar" : " Hassan");
  };
  ASSERT_OK(Write([&](soci::session& sql) {
    for (int i = 0; i < kLearners; ++i) {
      LearnerRecord learner = ALearner("l" + std::to_string(1000 + i), name(i), i % 7);
      learner.active = i % 5 == 0 ? 0 : 1;
      InsertLearner(sql, learner);
    }
  }));
  for (const Texts& words : {Texts{"za"}, Texts{"zaki"}, Texts{"zaki", "hassan"}, Texts{"hassan", "aya"}, Texts{"l"},
                             Texts{"academy", "hassan", "za"}}) {
    auto matches = [&](int i) {
      std::vector<std::string> terms = SearchTerms(name(i), "l" + std::to_string(1000 + i) + "@academy.test", "");
      return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(terms.begin(), terms.end(), [&](const std::string& term) { return term.starts_with(word); });
      });
    };
    for (std::optional<bool> active : {std::optional<bool>(), std::optional(true), std::optional(false)}) {
      int64_t expected = 0;
      for (int i = 0; i < kLearners; ++i) {
        if (matches(i) && (!active.has_value() || *active == (i % 5 != 0))) ++expected;
      }
      for (LearnerOrder order : {LearnerOrder::kFullname, LearnerOrder::kCreatedAt}) {
        LearnerQuery query{
            .words = words, .active = active, .order = order, .descending = order != LearnerOrder::kFullname};
        Texts whole = Ids(query);
        EXPECT_EQ(static_cast<int64_t>(whole.size()), expected);
        EXPECT_EQ(Count(query).total, expected);
        EXPECT_FALSE(Count(query).at_least);
        // However little may be counted, a number is told, and that there are more.
        for (CountLimits limits :
             {CountLimits{.rows = 50, .learners = 50}, CountLimits{.rows = 1500, .learners = 50}}) {
          LearnerCount part = Count(query, limits);
          EXPECT_TRUE(part.at_least ? part.total <= expected : part.total == expected) << words[0];
        }
        std::vector<std::string> everybody;
        for (int i = 0; i < kLearners; ++i) everybody.push_back("l" + std::to_string(1000 + i));
        int64_t among = 0;
        EXPECT_EQ(Read([&](soci::session& sql) { return QueryLearnerIdsAmong(sql, everybody, query, among); }), whole);
        EXPECT_EQ(among, expected);
        // Of fewer, first the rows of the words are more, then everybody is looked up.
        for (int step : {7, 80}) {
          Texts some{"nobody"};
          for (int i = 0; i < kLearners; i += step) some.push_back("l" + std::to_string(1000 + i));
          Texts expected_of_some;
          for (const std::string& id : whole) {
            if (std::find(some.begin(), some.end(), id) != some.end()) expected_of_some.push_back(id);
          }
          EXPECT_EQ(Read([&](soci::session& sql) { return QueryLearnerIdsAmong(sql, some, query, among); }),
                    expected_of_some);
          EXPECT_EQ(among, static_cast<int64_t>(expected_of_some.size()));
        }
        std::optional<LearnerMatches> few = Read([&](soci::session& sql) { return FindFewMatches(sql, query); });
        if (few.has_value()) {
          compared = true;
          EXPECT_EQ(few->page, whole);
          EXPECT_EQ(few->total, expected);
        }
        query.limit = 150;
        Texts collected;
        while (true) {
          auto page = Read([&](soci::session& sql) { return QueryLearners(sql, query); });
          if (page.empty()) break;
          for (const LearnerRecord& learner : page) collected.push_back(learner.id);
          query.after = PositionOf(page.back(), order);
        }
        EXPECT_EQ(collected, whole) << words[0];
      }
    }
  }
  EXPECT_TRUE(compared) << "no search was for several frequent words";
}

TEST_P(StoresTest, ALargeNumberOfLearnersIsCountedOnceAMinute) {
  FakeClock clock;
  LearnerCounts counts(clock, /*large=*/2);
  auto add = [&](const std::string& id) {
    ASSERT_OK(Write([&](soci::session& sql) { InsertLearner(sql, ALearner(id)); }));
  };
  auto count = [&](const LearnerQuery& query) {
    return Read([&](soci::session& sql) { return counts.Get(sql, query).total; });
  };
  add("a");
  EXPECT_EQ(count({}), 1);
  add("b");
  EXPECT_EQ(count({}), 2) << "a small number is always right";
  add("c");
  EXPECT_EQ(count({}), 3);
  add("d");
  EXPECT_EQ(count({}), 3);
  EXPECT_EQ(count({.active = true}), 4) << "another number";
  EXPECT_EQ(count({.words = {"layla"}}), 4);
  clock.Advance(LearnerCounts::kKept);
  EXPECT_EQ(count({}), 4);
}

TEST_P(StoresTest, TooManyLearnersAreNotListedInOneAnswer) {
  FakeClock clock;
  LearnerCounts counts(clock, /*large=*/1);
  auto few = [&] {
    return database_->Read([&](soci::session& sql) -> absl::Status { return counts.RequireFew(sql); });
  };
  ASSERT_OK(Write([](soci::session& sql) { InsertLearner(sql, ALearner("a")); }));
  EXPECT_OK(few());
  ASSERT_OK(Write([](soci::session& sql) { InsertLearner(sql, ALearner("b")); }));
  EXPECT_THAT(few(), HasReason("validation_failed"));
}

TEST_P(StoresTest, NobodyInTheBinIsCounted) {
  ASSERT_OK(Write([](soci::session& sql) {
    for (const char* id : {"a", "b", "c"}) InsertLearner(sql, ALearner(id));
    MoveToBin(sql, "b", {.deleted_at = 1000, .deleted_by = "m"});
  }));
  EXPECT_EQ(Count({}).total, 2);
  EXPECT_EQ(Count({.active = true}).total, 2);
  EXPECT_EQ(Count({.active = true, .activated = true}).total, 2);
  EXPECT_EQ(Count({.active = false}).total, 0);
}

TEST_P(StoresTest, RemovingALearnerTakesWordsTokensAndRecoveries) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertLearner(sql, ALearner("a"));
    InsertActivationToken(sql, "t", "a", 1000, 9000);
    InsertRecovery(sql, {.handle_hash = "h", .learner_id = "a", .code_hash = "c", .expires_at = 9000});
  }));
  ASSERT_OK(Write([](soci::session& sql) { DeleteLearner(sql, "a"); }));
  EXPECT_FALSE(Read([](soci::session& sql) { return IsActivationToken(sql, "t", "a", 2000); }));
  EXPECT_FALSE(Read([](soci::session& sql) { return FindRecovery(sql, "h"); }).has_value());
  EXPECT_EQ(Ids({.words = {"layla"}}), Texts{});
}

TEST_P(StoresTest, ALearnerCannotHaveTwoLiveSessions) {
  ASSERT_OK(Write([](soci::session& sql) { InsertSession(sql, ASession("1", PersonKind::kLearner, "a")); }));
  EXPECT_THAT(Write([](soci::session& sql) { InsertSession(sql, ASession("2", PersonKind::kLearner, "a")); }),
              StatusIs(absl::StatusCode::kAlreadyExists));
  ASSERT_OK(Write([](soci::session& sql) { EndSession(sql, "1", session_reason::kLogout, 2000); }));
  EXPECT_OK(Write([](soci::session& sql) { InsertSession(sql, ASession("2", PersonKind::kLearner, "a")); }));
  EXPECT_OK(Write([](soci::session& sql) {
    InsertSession(sql, ASession("3", PersonKind::kManager, "m"));
    InsertSession(sql, ASession("4", PersonKind::kManager, "m"));
  }));
}

TEST_P(StoresTest, SessionsEndOnceAndKeepTheFirstReason) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertSession(sql, ASession("1", PersonKind::kManager, "m"));
    InsertSession(sql, ASession("2", PersonKind::kManager, "m"));
    InsertSession(sql, ASession("3", PersonKind::kLearner, "m"));
  }));
  std::vector<SessionRecord> ended;
  ASSERT_OK(Write([&](soci::session& sql) {
    ended = EndSessionsOf(sql, PersonKind::kManager, "m", "2", session_reason::kPasswordChanged, 2000);
  }));
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].id, "1");
  EXPECT_EQ(ended[0].reason, "password_changed");
  EXPECT_EQ(ended[0].remote_address, "203.0.113.7");
  ASSERT_OK(Write([&](soci::session& sql) { ended = EndSession(sql, "1", session_reason::kLogout, 3000); }));
  EXPECT_TRUE(ended.empty());
  EXPECT_EQ(Read([](soci::session& sql) { return FindSessionByToken(sql, "token of 1"); })->reason, "password_changed");
  EXPECT_EQ(Read([](soci::session& sql) { return FindSession(sql, "3"); })->ended_at, 0);
}

TEST_P(StoresTest, OnlySessionsWithAnEndExpire) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertSession(sql, ASession("1", PersonKind::kManager, "m", 5000));
    InsertSession(sql, ASession("2", PersonKind::kManager, "m", 5001));
    InsertSession(sql, ASession("3", PersonKind::kLearner, "a"));
  }));
  std::vector<SessionRecord> ended;
  ASSERT_OK(Write([&](soci::session& sql) { ended = EndExpiredSessions(sql, 5000); }));
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].id, "1");
  EXPECT_EQ(ended[0].reason, "expired");
}

TEST_P(StoresTest, LearnersSessionsEndOldestFirstByTheirAgeAndTheirUse) {
  ASSERT_OK(Write([](soci::session& sql) {
    for (int i = 1; i <= 4; ++i) {
      std::string number = std::to_string(i);
      SessionRecord session = ASession(number, PersonKind::kLearner, "learner " + number);
      session.created_at = 100 * i;
      session.last_used_at = 1000 * i;
      InsertSession(sql, session);
    }
    // Of use that is not known, and a manager's.
    InsertSession(sql, ASession("5", PersonKind::kLearner, "learner 5"));
    InsertSession(sql, ASession("6", PersonKind::kManager, "manager"));
    RecordSessionUse(sql, "1", 5000);
    RecordSessionUse(sql, "1", 4000);
  }));
  EXPECT_EQ(Read([](soci::session& sql) { return FindSession(sql, "1"); })->last_used_at, 5000);
  auto ends = [&](auto end) {
    Texts ended;
    EXPECT_OK(Write([&](soci::session& sql) {
      for (const SessionRecord& session : end(sql)) ended.push_back(session.id + " " + session.reason);
    }));
    return ended;
  };
  EXPECT_EQ(ends([](soci::session& sql) { return EndLearnerSessionsUnusedSince(sql, 3000, 1, 9000); }),
            (Texts{"2 idle"}));
  EXPECT_EQ(ends([](soci::session& sql) { return EndLearnerSessionsUnusedSince(sql, 3000, 10, 9000); }),
            (Texts{"3 idle"}));
  EXPECT_EQ(ends([](soci::session& sql) { return EndLearnerSessionsOpenedBy(sql, 400, 1, 9000); }),
            (Texts{"1 expired"}));
  EXPECT_EQ(ends([](soci::session& sql) { return EndLearnerSessionsOpenedBy(sql, 400, 10, 9000); }),
            (Texts{"4 expired"}));
}

TEST_P(StoresTest, EndedSessionsAreListedAndForgottenByPerson) {
  ASSERT_OK(Write([](soci::session& sql) {
    for (int i = 1; i <= 4; ++i) {
      std::string id = std::to_string(i);
      InsertSession(sql, ASession(id, PersonKind::kLearner, "a"));
      if (i < 4) EndSession(sql, id, session_reason::kLogout, 1000 + i);
    }
    InsertSession(sql, ASession("5", PersonKind::kManager, "a"));
    InsertSession(sql, ASession("6", PersonKind::kLearner, "b"));
    EndSession(sql, "6", session_reason::kRemoved, 1000);
  }));
  auto listed = [&](int ended) {
    return Read([&](soci::session& sql) {
      Texts ids;
      for (const SessionRecord& session : ListSessions(sql, PersonKind::kLearner, "a", ended)) {
        ids.push_back(session.id);
      }
      return ids;
    });
  };
  EXPECT_EQ(listed(10), (Texts{"4", "3", "2", "1"}));
  EXPECT_EQ(listed(2), (Texts{"4", "3", "2"}));
  ASSERT_OK(Write(
      [](soci::session& sql) { ForgetEndedSessionsOf(sql, PersonKind::kLearner, "a", /*keep=*/1, /*time=*/1002); }));
  EXPECT_EQ(listed(10), (Texts{"4", "3", "2"})) << "neither what is young nor what ended last";
  ASSERT_OK(Write([](soci::session& sql) {
    ForgetEndedSessionsOf(sql, PersonKind::kLearner, "a", /*keep=*/1, /*time=*/9000);
    ForgetRemovedSessionsBefore(sql, 1000);
  }));
  EXPECT_EQ(listed(10), (Texts{"4", "3"}));
  EXPECT_TRUE(Read([](soci::session& sql) { return FindSession(sql, "6"); }).has_value());
  ASSERT_OK(Write([](soci::session& sql) { ForgetRemovedSessionsBefore(sql, 1001); }));
  EXPECT_FALSE(Read([](soci::session& sql) { return FindSession(sql, "6"); }).has_value());
}

TEST_P(StoresTest, RecoveriesCountTriesAndMarkTheirSteps) {
  ASSERT_OK(Write([](soci::session& sql) {
    InsertLearner(sql, ALearner("a"));
    InsertRecovery(sql,
                   {.handle_hash = "h1", .learner_id = "a", .code_hash = "c", .created_at = 1000, .expires_at = 9000});
    InsertRecovery(sql,
                   {.handle_hash = "h2", .learner_id = "a", .code_hash = "c", .created_at = 2000, .expires_at = 9000});
    CountRecoveryTry(sql, "h2");
    MarkRecoveryVerified(sql, "h2", 2500);
    MarkRecoveryUsed(sql, "h2", 2600);
  }));
  auto latest = Read([](soci::session& sql) { return FindLatestRecovery(sql, "a", ""); });
  ASSERT_TRUE(latest.has_value());
  EXPECT_EQ(latest->handle_hash, "h2");
  EXPECT_EQ(latest->tries, 1);
  EXPECT_EQ(latest->verified_at, 2500);
  EXPECT_EQ(latest->used_at, 2600);
  EXPECT_EQ(Read([](soci::session& sql) { return CountRecoveries(sql, "a", 1000); }), 1);
}

TEST_P(StoresTest, CountersAndSpentChallengesAreKept) {
  EXPECT_EQ(Read([](soci::session& sql) { return FindCounter(sql, "learner:a", 10); }).counts, "");
  ASSERT_OK(Write([](soci::session& sql) {
    StoreCounter(sql, {.subject = "learner:a", .counts = "1", .blocked_until = 0, .forget_at = 90});
    StoreCounter(sql, {.subject = "learner:a", .counts = "2", .blocked_until = 30, .forget_at = 100});
  }));
  CounterRecord found = Read([](soci::session& sql) { return FindCounter(sql, "learner:a", 99); });
  EXPECT_EQ(found.counts, "2");
  EXPECT_EQ(found.blocked_until, 30);
  EXPECT_EQ(Read([](soci::session& sql) { return FindCounter(sql, "learner:a", 100); }).counts, "") << "forgotten";
  bool first = false;
  bool second = true;
  ASSERT_OK(Write([&](soci::session& sql) {
    first = SpendChallenge(sql, "c", 100);
    second = SpendChallenge(sql, "c", 100);
  }));
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  ASSERT_OK(Write([&](soci::session& sql) {
    GiveChallengeBack(sql, "c");
    first = SpendChallenge(sql, "c", 100);
  }));
  EXPECT_TRUE(first);
}

}  // namespace
}  // namespace academy::auth
