// The list of all learners, on every available engine.
#include "services/auth/accounts/learners/whole_list/all_learners.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
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

TEST_P(AllLearnersTest, IsNotReadAgainForAFewChanges) {
  Write([](soci::session& sql) {
    for (const char* name : {"Adam", "Badr", "Cyrine", "Dina"}) InsertLearner(sql, NotActivated(name, name));
  });
  EXPECT_EQ(Shown(), Strings({"Adam", "Badr", "Cyrine", "Dina"}));
  Write([](soci::session& sql) {
    UpdateLearner(sql, NotActivated("Dina", "Bahaa"));
    UpdateLearner(sql, NotActivated("Adam", "Zaid"));
    InsertLearner(sql, NotActivated("Bana", "Bana"));
    InsertLearner(sql, NotActivated("Zain", "Zain"));
    DeleteLearner(sql, "Cyrine");
  });
  EXPECT_EQ(Shown(), Strings({"Badr", "Bahaa", "Bana", "Zaid", "Zain"}));
  online_.Replace({{"Badr", "one"}, {"Zain", "two"}, {"Cyrine", "three"}});
  EXPECT_EQ(Shown(), Strings({"Badr at one", "Bahaa", "Bana", "Zaid", "Zain at two"}));
  EXPECT_EQ(list_.whole_reads(), 1);
}

TEST_P(AllLearnersTest, IsReadAgainAfterManyChanges) {
  Write([](soci::session& sql) { InsertLearner(sql, NotActivated("a", "Adam")); });
  EXPECT_EQ(Shown().size(), 1U);
  Write([](soci::session& sql) {
    for (int i = 0; i < 200; ++i) InsertLearner(sql, NotActivated("b" + std::to_string(i), "Badr"));
  });
  EXPECT_EQ(Shown().size(), 201U);
  EXPECT_EQ(list_.whole_reads(), 2);
  OnlineLearners::Sockets many;
  for (int i = 0; i < 200; ++i) many["b" + std::to_string(i)] = "socket";
  online_.Replace(many);
  EXPECT_EQ(Shown()[1], "Badr at socket");
  EXPECT_EQ(list_.whole_reads(), 3);
}

// Makes random changes; the same seed makes the same ones.
class RandomChanges {
 public:
  RandomChanges(Database& database, OnlineLearners& online, unsigned seed)
      : database_(database), online_(online), random_(seed) {}

  void MakeOne() {
    if (Below(5) == 0) return MovePresence();
    absl::Status written = database_.Write([&](Transaction& tx) -> absl::Status {
      for (int i = Below(4); i >= 0; --i) Change(tx.sql());
      // Now and then nothing of it happened.
      return Below(8) == 0 ? absl::AbortedError("undone") : absl::OkStatus();
    });
    EXPECT_TRUE(written.ok() || absl::IsAborted(written)) << written;
  }

 private:
  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string AnId() { return "learner-" + std::to_string(Below(30)); }
  // Several have the same name, and so are ordered by their ids.
  std::string AName() {
    static const std::vector<std::string> names = {"أحمد", "إيمان", "Adam", "adam", "Zaid", "Ömer", "😀", ""};
    return names[static_cast<size_t>(Below(static_cast<int>(names.size())))];
  }

  void Change(soci::session& sql) {
    const std::string id = AnId();
    std::optional<LearnerRecord> learner = FindLearner(sql, id);
    if (!learner.has_value()) {
      std::optional<LearnerRecord> binned = FindBinnedLearner(sql, id);
      if (binned.has_value()) return Below(2) == 0 ? TakeFromBin(sql, *binned) : DeleteLearner(sql, id);
      return InsertLearner(sql, NotActivated(id, AName()));
    }
    switch (Below(6)) {
      case 0:
        return DeleteLearner(sql, id);
      case 1:
        return MoveToBin(sql, id, {.deleted_at = 1, .deleted_by = "manager"});
      case 2:
        return SetLearnerFlags(sql, id, Below(2) == 0, Below(2) == 0);
      case 3:
        return RecordLearnerLogin(sql, id, 1000 + Below(1000));
      case 4:
        learner->phonenumber = std::to_string(Below(1'000'000));
        return UpdateLearner(sql, *learner);
      default:
        learner->fullname = AName();
        learner->fullname_key = Fold(learner->fullname);
        return UpdateLearner(sql, *learner);
    }
  }

  // Some who come, go or have another connection; some of them are no learners.
  void MovePresence() {
    OnlineLearners::Sockets sockets = *online_.Now();
    for (int i = Below(4); i >= 0; --i) {
      if (Below(3) == 0) {
        sockets.erase(AnId());
      } else {
        sockets[AnId()] = "socket-" + std::to_string(Below(3));
      }
    }
    online_.Replace(std::move(sockets));
  }

  Database& database_;
  OnlineLearners& online_;
  std::mt19937 random_;
};

TEST_P(AllLearnersTest, EqualsAFreshlyReadListAfterAnyChanges) {
  auto other = Database::Open({.url = database_.url()}, Migrations());
  ASSERT_OK(other);
  constexpr int kRounds = 200;
  for (unsigned seed : {1U, 2U}) {
    SCOPED_TRACE(seed);
    RandomChanges here(*database_, online_, seed);
    RandomChanges there(**other, online_, seed + 1000);
    std::mt19937 random(seed);
    for (int i = 0; i < kRounds; ++i) {
      // Sometimes several transactions come between two lists, and every other one is another process's.
      for (unsigned k = random() % 3; k < 3; ++k) (random() % 2 == 0 ? here : there).MakeOne();
      AllLearners fresh(*database_, online_);
      auto expected = fresh.Get();
      auto shown = list_.Get();
      ASSERT_TRUE(expected.ok() && shown.ok());
      v1::ListLearnersResponse expected_list;
      v1::ListLearnersResponse shown_list;
      ASSERT_TRUE(expected_list.ParseFromString(**expected) && shown_list.ParseFromString(**shown));
      ASSERT_EQ(shown_list.DebugString(), expected_list.DebugString()) << "round " << i;
      ASSERT_EQ(**shown, **expected);
    }
  }
  EXPECT_LT(list_.whole_reads(), kRounds / 20) << "nearly all are patched";
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
