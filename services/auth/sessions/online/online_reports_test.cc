// Several auths over one database, on every available engine.
#include "services/auth/sessions/online/online_reports.h"

#include <gtest/gtest.h>

#include <string>

#include "services/auth/schema.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

using Changes = OnlineLearners::Changes;
using Sockets = OnlineLearners::Sockets;

class OnlineReportsTest : public testing::TestWithParam<Engine> {
 protected:
  // As another process of the database.
  struct Process {
    Process(Database& database, const Clock& clock) : reports(database, clock, online) {}
    OnlineLearners online;
    OnlineReports reports;
  };
  bool IsServer() const { return GetParam() == Engine::kPostgresql; }

  // One that has the right to report, and everybody who is online.
  int64_t Begin(OnlineReports& to, const std::string& process, const Changes& online) {
    int64_t term = *to.Grant(process);
    EXPECT_GT(term, 0);
    EXPECT_OK(to.Take({.process = process, .term = term, .number = 1, .changes = online, .whole = true}));
    return term;
  }
  Sockets Now() { return *one_.online.Now(); }

  FakeClock clock_;
  TestDatabase database_{GetParam(), Migrations()};
  Process one_{*database_, clock_};
};
INSTANTIATE_TEST_SUITE_P(Engines, OnlineReportsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(OnlineReportsTest, DifferencesChangeTheListAndNothingElse) {
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}, {"l2", "s2"}});
  EXPECT_EQ(Now(), (Sockets{{"l1", "s1"}, {"l2", "s2"}}));
  ASSERT_OK(one_.reports.Take(
      {.process = "p", .term = term, .number = 2, .changes = {{"l2", "s3"}, {"l3", "s4"}, {"l1", ""}}}));
  EXPECT_EQ(Now(), (Sockets{{"l2", "s3"}, {"l3", "s4"}}));
  ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = 3}));
  EXPECT_EQ(Now(), (Sockets{{"l2", "s3"}, {"l3", "s4"}}));
  ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = 4, .changes = {{"l2", ""}, {"l3", ""}}}));
  EXPECT_TRUE(Now().empty());
}

TEST_P(OnlineReportsTest, TheListBeforeStaysUntilThatOfANewTermIsWhole) {
  Begin(one_.reports, "p", {{"l1", "s1"}, {"l2", "s2"}});
  clock_.Advance(absl::Seconds(7));
  const int64_t term = *one_.reports.Grant("q");
  ASSERT_OK(one_.reports.Take({.process = "q", .term = term, .number = 1, .changes = {{"l2", "s3"}}}));
  EXPECT_EQ(Now(), (Sockets{{"l1", "s1"}, {"l2", "s3"}}));
  ASSERT_OK(one_.reports.Take({.process = "q", .term = term, .number = 2, .changes = {{"l4", "s4"}}, .whole = true}));
  EXPECT_EQ(Now(), (Sockets{{"l2", "s3"}, {"l4", "s4"}}));
}

TEST_P(OnlineReportsTest, ARepeatedReportChangesNothingAndAGapIsRefused) {
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}});
  ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = 2, .changes = {{"l1", ""}}}));
  ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = 2, .changes = {{"l1", ""}}}));
  EXPECT_THAT(one_.reports.Take({.process = "p", .term = term, .number = 4, .changes = {{"l9", "s9"}}}),
              StatusIs(absl::StatusCode::kAborted, "report_superseded"));
  EXPECT_TRUE(Now().empty());
}

TEST_P(OnlineReportsTest, OneProcessReportsAndTheFormerOneIsRefused) {
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}});
  EXPECT_EQ(*one_.reports.Grant("q"), 0) << "p has the right";
  clock_.Advance(absl::Seconds(7));
  const int64_t next = Begin(one_.reports, "q", {{"l2", "s2"}});
  EXPECT_GT(next, term);
  EXPECT_THAT(one_.reports.Take({.process = "p", .term = term, .number = 2, .changes = {{"l1", "s1"}}}),
              HasReason("report_superseded"));
  EXPECT_EQ(*one_.reports.Grant("p"), 0);
  EXPECT_EQ(Now(), (Sockets{{"l2", "s2"}}));
}

TEST_P(OnlineReportsTest, AProcessThatIsAloneNeedNotWaitForTheOneBefore) {
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}});
  EXPECT_GT(*one_.reports.Grant("q", /*alone=*/true), term);
}

TEST_P(OnlineReportsTest, AProcessThatStopsLeavesTheListAndTheRight) {
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}});
  ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = 2, .last = true}));
  EXPECT_EQ(Now(), (Sockets{{"l1", "s1"}}));
  EXPECT_GT(*one_.reports.Grant("q"), term);
}

TEST_P(OnlineReportsTest, EveryAuthOfADatabaseKnowsWhatAnotherOneWasTold) {
  if (!IsServer()) GTEST_SKIP() << "a SQLite file has one process";
  Process other(*database_, clock_);
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}, {"l2", "s2"}});
  ASSERT_OK(other.reports.Refresh());
  EXPECT_EQ(*other.online.Now(), Now());
  ASSERT_OK(other.reports.Take({.process = "p", .term = term, .number = 2, .changes = {{"l1", ""}, {"l2", "s5"}}}));
  ASSERT_OK(one_.reports.Refresh());
  EXPECT_EQ(Now(), (Sockets{{"l2", "s5"}}));
  EXPECT_THAT(one_.reports.Take({.process = "p", .term = term, .number = 1}), HasReason("report_superseded"));
  EXPECT_EQ(*one_.reports.Grant("q"), 0) << "whichever auth is asked";
  Process started(*database_, clock_);
  ASSERT_OK(started.reports.Refresh());
  EXPECT_EQ(*started.online.Now(), (Sockets{{"l2", "s5"}})) << "also one that starts later";
}

TEST_P(OnlineReportsTest, AnAuthThatWasAwayForLongReadsTheWholeList) {
  if (!IsServer()) GTEST_SKIP() << "a SQLite file has one process";
  const int64_t term = Begin(one_.reports, "p", {{"l1", "s1"}, {"l2", "s2"}});
  OnlineLearners online;
  OnlineReports away(*database_, clock_, online);
  ASSERT_OK(away.Refresh());
  // More changes than are remembered, of which the first says that l1 has gone.
  for (int64_t number = 2; number < 2100; ++number) {
    const std::string socket = number % 2 == 0 ? "" : "s";
    Changes changes = number == 2 ? Changes{{"l1", ""}} : Changes{{"l3", socket}};
    ASSERT_OK(one_.reports.Take({.process = "p", .term = term, .number = number, .changes = changes}));
  }
  ASSERT_OK(away.Refresh());
  EXPECT_EQ(*online.Now(), (Sockets{{"l2", "s2"}, {"l3", "s"}}));
}

}  // namespace
}  // namespace academy::auth
