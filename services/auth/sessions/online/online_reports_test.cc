// Several auths over one database, on every available engine.
#include "services/auth/sessions/online/online_reports.h"

#include <gtest/gtest.h>

#include "services/auth/schema.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

using Sockets = OnlineLearners::Sockets;

class OnlineReportsTest : public testing::TestWithParam<Engine> {
 protected:
  // As another process of the database.
  struct Process {
    explicit Process(Database& database) : reports(database, online) {}
    OnlineLearners online;
    OnlineReports reports;
  };
  bool IsServer() const { return GetParam() == Engine::kPostgresql; }

  TestDatabase database_{GetParam(), Migrations()};
  Process one_{*database_};
};
INSTANTIATE_TEST_SUITE_P(Engines, OnlineReportsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(OnlineReportsTest, AReportReplacesTheList) {
  ASSERT_OK(one_.reports.Take("p", 1, {{"l1", "s1"}, {"l2", "s2"}}));
  ASSERT_OK(one_.reports.Take("p", 2, {{"l2", "s3"}, {"l4", "s4"}}));
  EXPECT_EQ(*one_.online.Now(), (Sockets{{"l2", "s3"}, {"l4", "s4"}}));
  ASSERT_OK(one_.reports.Take("p", 3, {}));
  EXPECT_TRUE(one_.online.Now()->empty());
}

TEST_P(OnlineReportsTest, ALateReportIsRefusedAndChangesNothing) {
  ASSERT_OK(one_.reports.Take("p", 2, {{"l1", "s1"}}));
  EXPECT_THAT(one_.reports.Take("p", 1, {}), StatusIs(absl::StatusCode::kAborted, "report_superseded"));
  ASSERT_OK(one_.reports.Take("next", 1, {{"l2", "s2"}}));
  EXPECT_THAT(one_.reports.Take("p", 3, {}), HasReason("report_superseded"));
  EXPECT_EQ(*one_.online.Now(), (Sockets{{"l2", "s2"}}));
}

TEST_P(OnlineReportsTest, APresenceOfBeforeReportsWithoutNumbers) {
  ASSERT_OK(one_.reports.Take("", 0, {{"l1", "s1"}}));
  ASSERT_OK(one_.reports.Take("", 0, {{"l2", "s2"}}));
  EXPECT_EQ(*one_.online.Now(), (Sockets{{"l2", "s2"}}));
}

TEST_P(OnlineReportsTest, EveryAuthOfADatabaseKnowsWhatAnotherOneWasTold) {
  if (!IsServer()) GTEST_SKIP() << "a SQLite file has one process";
  Process other(*database_);
  ASSERT_OK(one_.reports.Take("p", 1, {{"l1", "s1"}, {"l2", "s2"}}));
  ASSERT_OK(other.reports.Refresh());
  EXPECT_EQ(*other.online.Now(), *one_.online.Now());
  ASSERT_OK(other.reports.Take("p", 2, {{"l2", "s5"}}));
  ASSERT_OK(one_.reports.Refresh());
  EXPECT_EQ(*one_.online.Now(), (Sockets{{"l2", "s5"}}));
  EXPECT_THAT(one_.reports.Take("p", 1, {}), HasReason("report_superseded"));
  ASSERT_OK(other.reports.Take("", 0, {{"l7", "s7"}}));
  ASSERT_OK(one_.reports.Refresh());
  EXPECT_EQ(*one_.online.Now(), (Sockets{{"l7", "s7"}}));
  Process started(*database_);
  ASSERT_OK(started.reports.Refresh());
  EXPECT_EQ(*started.online.Now(), (Sockets{{"l7", "s7"}})) << "also one that starts later";
}

}  // namespace
}  // namespace academy::auth
