// What Database does when its server fails, loses its connections or has become a standby. Run where there is a server.
#include "services/platform/db/server/server.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "services/platform/background/call_limit.h"
#include "services/platform/base/metrics.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/at_next_commit.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr char kSchema[] = "CREATE TABLE item (id TEXT PRIMARY KEY);\n";

constexpr char kLoseTheConnection[] = "SELECT pg_terminate_backend(pg_backend_pid())";

std::vector<Engine> Servers() {
  std::vector<Engine> engines = TestEngines();
  std::erase(engines, Engine::kSqlite);
  return engines;
}

void Fail(soci::session& sql, const std::string& state) {
  sql << "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '" + state + "'; END $$";
}

class ServerTest : public testing::TestWithParam<Engine> {
 protected:
  ServerTest() : database_(GetParam(), {{1, "items", kSchema}}) {}

  // A write that first does what `trouble` does, each time that it runs.
  absl::Status Insert(const std::string& id, const std::function<void(soci::session&)>& trouble = {}) {
    return database_->Write([&](Transaction& tx) {
      ++runs_;
      if (trouble) trouble(tx.sql());
      Execute(tx.sql(), "INSERT INTO item (id) VALUES (:id)", id);
      return absl::OkStatus();
    });
  }

  int64_t Items() {
    auto count = database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryOne<int64_t>(sql, "SELECT COUNT(*) FROM item").value_or(-1);
    });
    return count.value_or(-1);
  }

  TestDatabase database_;
  int runs_ = 0;
};

TEST_P(ServerTest, AWriteThatLostAgainstAnotherTransactionIsRunAgain) {
  for (const char* state : {"40001", "40P01", "55P03"}) {
    bool failed = false;
    EXPECT_OK(Insert(state, [&](soci::session& sql) {
      if (!std::exchange(failed, true)) Fail(sql, state);
    }));
  }
  EXPECT_EQ(Items(), 3);
  EXPECT_EQ(runs_, 6);
}

TEST_P(ServerTest, AWriteWhoseConnectionIsLostIsRunAgainOnANewOne) {
  bool lost = false;
  EXPECT_OK(Insert("a", [&](soci::session& sql) {
    if (!std::exchange(lost, true)) sql << kLoseTheConnection;
  }));
  EXPECT_EQ(Items(), 1);
}

TEST_P(ServerTest, AReadWhoseConnectionIsLostIsRunAgainOnANewOne) {
  bool lost = false;
  auto one = database_->Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
    if (!std::exchange(lost, true)) sql << kLoseTheConnection;
    return QueryOne<int64_t>(sql, "SELECT 1").value_or(-1);
  });
  EXPECT_THAT(one, IsOkAndHolds(1));
}

TEST_P(ServerTest, ConnectionsThatWereLostWhileIdleAreNotNoticedByCallers) {
  ASSERT_OK(Insert("a"));
  auto other =
      Database::Open({.url = database_.url() + "&application_name=lost", .readers = 2}, {{1, "items", kSchema}});
  ASSERT_OK(other);
  ASSERT_OK(database_->Write([](Transaction& tx) {
    tx.sql() << "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'lost'";
    return absl::OkStatus();
  }));
  for (int i = 0; i < 4; ++i) {
    EXPECT_OK((*other)->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryOne<int64_t>(sql, "SELECT COUNT(*) FROM item").value_or(-1);
    }));
  }
  EXPECT_OK((*other)->Write([](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO item (id) VALUES ('b')");
    return absl::OkStatus();
  }));
  EXPECT_EQ(Items(), 2);
}

TEST_P(ServerTest, AWriterLeavesAServerThatTakesNoWritesAnyMore) {
  ASSERT_OK(database_->Write([](Transaction& tx) {
    tx.sql() << "SET default_transaction_read_only = on";
    return absl::OkStatus();
  }));
  EXPECT_OK(Insert("a"));
  EXPECT_EQ(runs_, 2);
  EXPECT_OK(Insert("b"));
  EXPECT_EQ(runs_, 3) << "the new connection stays";
}

TEST_P(ServerTest, WhatKeepsFailingIsTriedAsLongAsItsCallLasts) {
  auto fail = [](soci::session& sql) { Fail(sql, "40001"); };
  EXPECT_THAT(Insert("a", fail), StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
  EXPECT_EQ(runs_, 2) << "outside of calls once more";
  // Long enough for three attempts on a busy machine.
  ScopedCallLimit limit(absl::Seconds(2));
  EXPECT_THAT(Insert("a", fail), StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
  EXPECT_GT(runs_, 4);
}

TEST_P(ServerTest, WhatFailsWhenItsCallIsOverIsNotRunAgain) {
  ScopedCallLimit limit(absl::ZeroDuration());
  EXPECT_THAT(Insert("a", [](soci::session& sql) { Fail(sql, "40001"); }),
              StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
  EXPECT_EQ(runs_, 1);
}

TEST_P(ServerTest, WhatAnAdministratorCancelledIsNotRunAgain) {
  auto cancelled = [](soci::session& sql) { Fail(sql, "57014"); };
  EXPECT_THAT(Insert("a", cancelled), StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
  EXPECT_EQ(runs_, 1);
}

TEST_P(ServerTest, ACommitWhoseConnectionIsLostIsToldAsUnknownAndNotRunAgain) {
  ASSERT_OK(AtNextCommitOfItem(*database_, "PERFORM pg_terminate_backend(pg_backend_pid());"));
  EXPECT_THAT(Insert("a"), StatusIs(absl::StatusCode::kUnavailable, "outcome_unknown"));
  EXPECT_EQ(runs_, 1);
  EXPECT_OK(Insert("b"));
}

TEST_P(ServerTest, ACommitThatDidNotWaitForItsStandbyIsToldAsUnknown) {
  ASSERT_OK(AtNextCommitOfItem(*database_, "RAISE WARNING USING ERRCODE = '01000';"));
  EXPECT_THAT(Insert("a"), StatusIs(absl::StatusCode::kUnavailable, "outcome_unknown"));
  EXPECT_EQ(Items(), 1) << "it happened on this server";
  EXPECT_OK(Insert("b"));
}

TEST_P(ServerTest, ACommitThatFailsForACauseOfItsOwnIsNotUnknown) {
  ASSERT_OK(AtNextCommitOfItem(*database_, "RAISE EXCEPTION USING ERRCODE = '40001';"));
  EXPECT_OK(Insert("a"));
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(Items(), 1);
}

TEST_P(ServerTest, AWorkThatIgnoresAFailedStatementFailsInsteadOfBeingRolledBackSilently) {
  absl::Status status = Insert("a", [](soci::session& sql) {
    Execute(sql, "INSERT INTO item (id) VALUES ('b')");
    try {
      Fail(sql, "22023");
    } catch (const soci::soci_error&) {
      sql << "SELECT 1";
    }
  });
  EXPECT_FALSE(status.ok());
  bool ignored = false;
  status = database_->Write([&](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO item (id) VALUES ('c')");
    try {
      Fail(tx.sql(), "22023");
    } catch (const soci::soci_error&) {
      ignored = true;
    }
    return absl::OkStatus();
  });
  EXPECT_TRUE(ignored);
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInternal, "internal"));
  EXPECT_EQ(Items(), 0);
  EXPECT_OK(Insert("d"));
}

TEST_P(ServerTest, NoStatementHasATimeLimit) {
  auto limit = database_->Read([](soci::session& sql) -> absl::StatusOr<std::string> {
    return QueryOne<std::string>(sql, "SELECT current_setting('statement_timeout')").value_or("");
  });
  EXPECT_THAT(limit, IsOkAndHolds("0"));
}

TEST_P(ServerTest, TheServerIsToldToNoticeWhenThisHostIsGone) {
  auto settings = [](soci::session& sql) -> absl::StatusOr<std::string> {
    return QueryOne<std::string>(sql,
                                 "SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE "
                                 "name LIKE 'tcp\\_%' OR name = 'client_connection_check_interval'")
        .value_or("");
  };
  auto port = database_->Read([](soci::session& sql) -> absl::StatusOr<std::string> {
    return QueryOne<std::string>(sql, "SELECT current_setting('port')").value_or("");
  });
  std::string url = database_.url();
  size_t host = url.find("host=") + 5;
  url.replace(host, url.find('&', host) - host, "127.0.0.1");
  if (url.find("&port=") == url.npos) url += "&port=" + *port;
  auto by_tcp = Database::Open({.url = url, .readers = 1}, {{1, "items", kSchema}});
  ASSERT_OK(by_tcp);
  const std::string told =
      "client_connection_check_interval=5000 tcp_keepalives_count=3 tcp_keepalives_idle=5 tcp_keepalives_interval=2 "
      "tcp_user_timeout=10000";
  EXPECT_THAT((*by_tcp)->Read(settings), IsOkAndHolds(told));
  EXPECT_THAT((*by_tcp)->Write([&](Transaction& tx) { return settings(tx.sql()); }), IsOkAndHolds(told));
  EXPECT_THAT((*by_tcp)->WriteByLocks([&](Transaction& tx) { return settings(tx.sql()); }), IsOkAndHolds(told));
}

TEST_P(ServerTest, OnlyTransactionsThatHoldLocksMayNotBeIdleForLong) {
  auto limit = [](soci::session& sql) -> absl::StatusOr<std::string> {
    return QueryOne<std::string>(sql, "SELECT current_setting('idle_in_transaction_session_timeout')").value_or("");
  };
  EXPECT_THAT(database_->Write([&](Transaction& tx) { return limit(tx.sql()); }), IsOkAndHolds("1min"));
  EXPECT_THAT(database_->WriteByLocks([&](Transaction& tx) { return limit(tx.sql()); }), IsOkAndHolds("1min"));
  EXPECT_THAT(database_->Read(limit), IsOkAndHolds("0"));
}

TEST_P(ServerTest, AWriteThatTheServerEndedBecauseItWasIdleIsRunAgain) {
  bool was_idle = false;
  EXPECT_OK(Insert("a", [&](soci::session& sql) {
    if (std::exchange(was_idle, true)) return;
    auto backend = QueryOne<int>(sql, "SELECT pg_backend_pid()");
    sql << "SET LOCAL idle_in_transaction_session_timeout = '10ms'";
    bool there = true;
    while (there) {
      there = *database_->Read([&](soci::session& other) -> absl::StatusOr<bool> {
        return QueryOne<int>(other, "SELECT 1 FROM pg_stat_activity WHERE pid = :pid", *backend).has_value();
      });
    }
  }));
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(Items(), 1);
}

TEST_P(ServerTest, WhatRanAgainIsCountedByItsCauseAndSoAreTurnsAlone) {
  Metrics metrics("test");
  auto counted = Database::Open({.url = database_.url(), .readers = 1, .metrics = &metrics}, {{1, "items", kSchema}});
  ASSERT_OK(counted);
  auto fail = [&](int times, const std::function<void(soci::session&)>& trouble) {
    ScopedCallLimit limit(absl::Minutes(1));
    int runs = 0;
    EXPECT_OK((*counted)->Write([&](Transaction& tx) {
      if (runs++ < times) trouble(tx.sql());
      return absl::OkStatus();
    }));
  };
  auto value = [&](const std::string& series) {
    std::string text = ToText(metrics.Collect());
    size_t at = text.find(series + "} ");
    return at == text.npos ? -1 : std::atoi(text.c_str() + at + series.size() + 2);
  };
  auto reruns = [&](const std::string& cause) {
    return value(R"(academy_database_reruns_total{process="test",cause=")" + cause + "\"");
  };
  const std::string alone = R"(academy_database_turns_alone_total{process="test")";
  EXPECT_EQ(reruns("conflict"), 0);
  EXPECT_EQ(reruns("connection"), 0);
  EXPECT_EQ(reruns("standby"), 0);
  EXPECT_EQ(value(alone), 0);
  fail(3, [](soci::session& sql) { Fail(sql, "40001"); });
  EXPECT_EQ(reruns("conflict"), 3);
  EXPECT_EQ(value(alone), 1) << "after three refusals";
  fail(1, [](soci::session& sql) { sql << kLoseTheConnection; });
  fail(2, [](soci::session& sql) { Fail(sql, "25006"); });
  EXPECT_EQ(reruns("conflict"), 3);
  EXPECT_EQ(reruns("connection"), 1);
  EXPECT_EQ(reruns("standby"), 2);
  EXPECT_EQ(value(alone), 1);
}

TEST_P(ServerTest, TheHostThatTakesWritesIsFoundAmongSeveral) {
  std::string url = database_.url();
  size_t host = url.find("host=");
  ASSERT_NE(host, url.npos) << url;
  url.insert(host + 5, "/nowhere/at/all,");
  auto found = Database::Open({.url = url}, {{1, "items", kSchema}});
  ASSERT_OK(found);
  EXPECT_OK((*found)->Write([](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO item (id) VALUES ('a')");
    return absl::OkStatus();
  }));
  EXPECT_EQ(Items(), 1);
}

TEST_P(ServerTest, AnAddressThatCannotBeReadSaysSo) {
  EXPECT_THAT(Database::Open({.url = "postgresql://host/name?nonsense=1"}, {}).status(),
              StatusIs(absl::StatusCode::kInternal, "internal"));
}

TEST_P(ServerTest, AServerThatIsAwayIsUnavailable) {
  EXPECT_THAT(Database::Open({.url = "postgresql://user@/name?host=/nowhere/at/all"}, {}).status(),
              StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
}

INSTANTIATE_TEST_SUITE_P(Servers, ServerTest, testing::ValuesIn(Servers()), EngineName);
// Without a server there is nothing to test.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ServerTest);

}  // namespace
}  // namespace academy
