// The revision of the learners, on every available engine.
#include "services/auth/accounts/learners/whole_list/learners_revision.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "services/auth/schema.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

using Ids = std::vector<std::string>;

class LearnersRevisionTest : public testing::TestWithParam<Engine> {
 protected:
  LearnersRevisionTest() : database_(GetParam(), Migrations()) {}

  // Runs `sql` in its own transaction.
  void Write(const std::string& statement) {
    EXPECT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      tx.sql() << statement;
      return absl::OkStatus();
    }));
  }
  void Change(const std::string& learner_id) {
    EXPECT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      RenewLearnersRevision(tx.sql(), learner_id);
      return absl::OkStatus();
    }));
  }
  LearnersRevision Now() {
    return *database_->Read(
        [](soci::session& sql) -> absl::StatusOr<LearnersRevision> { return ReadLearnersRevision(sql); });
  }
  std::string Stamp() { return Now().stamp(); }

  TestDatabase database_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnersRevisionTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnersRevisionTest, EveryChangeMakesANewStamp) {
  std::string before = Stamp();
  Change("a");
  std::string once = Stamp();
  EXPECT_NE(once, before);
  Change("a");
  EXPECT_NE(Stamp(), once);
  EXPECT_EQ(Stamp(), Stamp());
}

TEST_P(LearnersRevisionTest, NamesWhoChangedSince) {
  Change("a");
  std::string first = Stamp();
  EXPECT_EQ(Now().ChangedSince(first), Ids());
  Change("b");
  std::string second = Stamp();
  Change("c");
  Change("b");
  EXPECT_EQ(Now().ChangedSince(first), Ids({"b", "c", "b"}));
  EXPECT_EQ(Now().ChangedSince(second), Ids({"b", "c"}));
}

TEST_P(LearnersRevisionTest, NamesWhoChangedInWhicheverProcess) {
  Change("a");
  const std::string first = Stamp();
  Write("INSERT INTO learners_stamps (slot, log) VALUES (99, 'one b\n')");
  const std::string second = Stamp();
  EXPECT_NE(second, first);
  EXPECT_EQ(Now().ChangedSince(first), std::nullopt) << "the slot is new";
  Write("UPDATE learners_stamps SET log = 'two c\n' || log WHERE slot = 99");
  EXPECT_NE(Stamp(), second);
  EXPECT_EQ(Now().ChangedSince(second), Ids({"c"}));
  Change("d");
  EXPECT_EQ(Now().ChangedSince(second), Ids({"d", "c"}));
  Write("DELETE FROM learners_stamps WHERE slot = 99");
  EXPECT_EQ(Now().ChangedSince(second), std::nullopt);
}

TEST_P(LearnersRevisionTest, DoesNotKnowWhoChangedLongAgoOrInAnotherDatabase) {
  std::string none = Stamp();
  Change("a");
  std::string first = Stamp();
  EXPECT_EQ(Now().ChangedSince(none), std::nullopt);
  EXPECT_EQ(Now().ChangedSince("another"), std::nullopt);
  // As long as a real one.
  const std::string id(36, 'b');
  int known = 0;
  for (; known < 200 && Now().ChangedSince(first).has_value(); ++known) Change(id);
  EXPECT_GT(known, 40);
  EXPECT_LT(known, 100) << "the log is cut";
  // What is left of the line that was cut names nobody.
  for (int i = 0; i < 70; ++i) {
    Change(std::string(static_cast<size_t>(i), 'c') + "c");
    EXPECT_EQ(Now().ChangedSince(first), std::nullopt);
  }
}

TEST_P(LearnersRevisionTest, DoesNotKnowWhoChangedWhenAnOlderVersionWrote) {
  Change("a");
  std::string first = Stamp();
  // As versions without a log of changes do.
  Write("UPDATE learners_stamps SET log = 'theirs'");
  const std::string theirs = Stamp();
  EXPECT_NE(theirs.find("theirs"), theirs.npos) << theirs;
  EXPECT_EQ(Now().ChangedSince(first), std::nullopt);
  Change("b");
  EXPECT_EQ(Now().ChangedSince(theirs), Ids({"b"}));
  EXPECT_EQ(Now().ChangedSince(first), std::nullopt);
}

}  // namespace
}  // namespace academy::auth
