// The list of all learners, on every available engine.
#include "services/auth/accounts/learners/whole_list/all_learners.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/schema.h"
#include "services/auth/testing/learner_records.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

using Strings = std::vector<std::string>;

LearnerRecord NotActivated(const std::string& id, const std::string& fullname) {
  LearnerRecord learner = ALearner(id, fullname);
  learner.activated = 0;
  return learner;
}

class AllLearnersTest : public testing::TestWithParam<Engine> {
 protected:
  AllLearnersTest() : database_(GetParam(), Migrations()), list_(*database_, online_) {}

  // Runs `work(sql)` in its own transaction.
  template <typename Work>
  static void Write(Database& database, Work work) {
    absl::Status written = database.Write([&](Transaction& tx) -> absl::Status {
      work(tx.sql());
      return absl::OkStatus();
    });
    EXPECT_OK(written);
  }
  template <typename Work>
  void Write(Work work) {
    Write(*database_, work);
  }

  // Returns one line for each learner of the list.
  static Strings Shown(AllLearners& list) {
    v1::ListLearnersResponse response;
    auto wire = list.Get();
    EXPECT_TRUE(wire.ok() && response.ParseFromString(**wire));
    Strings lines;
    for (const v1::Learner& learner : response.result()) {
      lines.push_back(learner.fullname() + (learner.active() ? "" : " inactive") +
                      (learner.activated() ? " activated" : "") + (learner.has_last_login() ? " signed in" : "") +
                      (learner.status() == "online" ? " at " + learner.socket_id() : ""));
    }
    return lines;
  }
  Strings Shown() { return Shown(list_); }

  TestDatabase database_;
  OnlineLearners online_;
  AllLearners list_;
};
INSTANTIATE_TEST_SUITE_P(Engines, AllLearnersTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(AllLearnersTest, ShowsEveryChangeThatIsCommitted) {
  EXPECT_EQ(Shown(), Strings());
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  EXPECT_EQ(Shown(), Strings({"Adam"}));
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("b", "Badr")); });
  EXPECT_EQ(Shown(), Strings({"Adam", "Badr"}));
  Write([](soci::session& sql) { UpdateLearner(sql, NotActivated("a", "Zaid")); });
  EXPECT_EQ(Shown(), Strings({"Badr", "Zaid"}));
  Write([](soci::session& sql) { SetLearnerFlags(sql, "a", /*active=*/false, /*activated=*/true); });
  EXPECT_EQ(Shown(), Strings({"Badr", "Zaid inactive activated"}));
  Write([](soci::session& sql) { RecordLearnerLogin(sql, "b", 2000); });
  EXPECT_EQ(Shown(), Strings({"Badr signed in", "Zaid inactive activated"}));
  Write([](soci::session& sql) { DeleteLearner(sql, "b"); });
  EXPECT_EQ(Shown(), Strings({"Zaid inactive activated"}));
}

TEST_P(AllLearnersTest, ShowsNothingThatWasRolledBack) {
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  absl::Status failed = database_->Write([&](Transaction& tx) -> absl::Status {
    UpdateLearner(tx.sql(), NotActivated("a", "Zaid"));
    EXPECT_EQ(Shown(), Strings({"Adam"})) << "what is not committed is nobody's";
    return absl::AbortedError("undone");
  });
  EXPECT_TRUE(absl::IsAborted(failed));
  EXPECT_EQ(Shown(), Strings({"Adam"}));
}

TEST_P(AllLearnersTest, ShowsWhatAnotherProcessChanged) {
  auto other = Database::Open({.url = database_.url()}, Migrations());
  ASSERT_OK(other);
  AllLearners others(**other, online_);
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  EXPECT_EQ(Shown(), Strings({"Adam"}));
  EXPECT_EQ(Shown(others), Strings({"Adam"}));
  Write(**other, [](soci::session& sql) { UpdateLearner(sql, NotActivated("a", "Zaid")); });
  EXPECT_EQ(Shown(), Strings({"Zaid"}));
  Write([](soci::session& sql) { DeleteLearner(sql, "a"); });
  EXPECT_EQ(Shown(others), Strings());
}

TEST_P(AllLearnersTest, ShowsWhoIsOnlineNow) {
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  EXPECT_EQ(Shown(), Strings({"Adam"}));
  online_.Replace({{"a", "one"}});
  EXPECT_EQ(Shown(), Strings({"Adam at one"}));
  online_.Replace({{"a", "two"}});
  EXPECT_EQ(Shown(), Strings({"Adam at two"}));
  online_.Replace({});
  EXPECT_EQ(Shown(), Strings({"Adam"}));
}

TEST_P(AllLearnersTest, IsMadeOnceForEachState) {
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  online_.Replace({{"a", "one"}});
  auto once = list_.Get();
  // The same report again, and changes that no list shows, change nothing.
  online_.Replace({{"a", "one"}});
  Write([](soci::session& sql) { SetLearnerPassword(sql, "a", "another hash"); });
  auto again = list_.Get();
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(*once, *again);
  Write([](soci::session& sql) { RecordLearnerLogin(sql, "a", 2000); });
  EXPECT_NE(*list_.Get(), *once);
}

TEST_P(AllLearnersTest, IsNotKeptWhenItIsTooLong) {
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  AllLearners small(*database_, online_, /*max_cached=*/10);
  auto once = small.Get();
  auto again = small.Get();
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_NE(*once, *again);
  EXPECT_EQ(**once, **again);
}

}  // namespace
}  // namespace academy::auth
