#include "services/enrollment/upstream_sync/binned/binning.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/enrollment/upstream_sync/list_comparison.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Ids = std::vector<std::string>;

class BinningTest : public StoresUnderTest {
 protected:
  absl::Status Learner(BinChange change, const std::string& id, std::optional<int64_t> position = std::nullopt) {
    return ApplyBinChange(deps_, ListKind::kLearners, change, id, {"auth", AtPosition(position.value_or(++next_))});
  }
  absl::Status Course(BinChange change, const std::string& id, std::optional<int64_t> position = std::nullopt) {
    return ApplyBinChange(deps_, ListKind::kCourses, change, id, {"catalog", AtPosition(position.value_or(++next_))});
  }
  absl::Status Compare(const ListedIds& listed) {
    auto known = ReadKnownIds(*database_, ListKind::kLearners);
    EXPECT_OK(known);
    return ApplyList(deps_, ListKind::kLearners, *known, listed);
  }
  bool Denied(const std::string& course, const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return IsDenied(sql, {course, learner}); });
  }
  bool Absent(const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return IsAbsent(sql, {"c1", learner}); });
  }
  Ids BinnedLearners() {
    return ReadStore([](soci::session& sql) { return ListBinned(sql, ListKind::kLearners); });
  }

  int64_t next_ = 0;
};

TEST_P(BinningTest, WhoIsInTheBinIsDeniedAndHiddenAndComesBackAsBefore) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10));
  size_t before = Events().size();
  ASSERT_OK(Learner(BinChange::kBinned, "l1", 7));
  EXPECT_TRUE(Denied("c1", "l1"));
  EXPECT_FALSE(Denied("c1", "l2"));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  ASSERT_EQ(Events().size(), before + 2) << "the edges ask again";
  EXPECT_FALSE(Events().back().removed());
  EXPECT_EQ(ReadStore([](soci::session& sql) { return LoadFeedPlace(sql, "auth").position(); }), 7);

  ASSERT_OK(Learner(BinChange::kRestored, "l1", 8));
  EXPECT_FALSE(Denied("c1", "l1"));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
  EXPECT_EQ(ProgressOfLearner("l1").size(), 1u);
  EXPECT_EQ(Events().size(), before + 4);
}

TEST_P(BinningTest, AListIsNotAppliedOverAnEventThatIsNewer) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  auto known = ReadKnownIds(*database_, ListKind::kLearners);
  ASSERT_OK(known);
  ListedIds binned{.ids = {}, .binned = {"l1"}};
  // As another process of the database may do.
  ASSERT_OK(Learner(BinChange::kRestored, "l1"));
  EXPECT_THAT(ApplyList(deps_, ListKind::kLearners, *known, binned), StatusIs(absl::StatusCode::kAborted));
  EXPECT_FALSE(Denied("c1", "l1"));
}

TEST_P(BinningTest, AProcessThatIsBehindDoesNotBringBackWhatAnotherOneHasUndone) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  ASSERT_OK(Learner(BinChange::kBinned, "l1", 7));
  ASSERT_OK(Learner(BinChange::kRestored, "l1", 8));
  size_t before = Events().size();
  ASSERT_OK(Learner(BinChange::kBinned, "l1", 7));
  EXPECT_FALSE(Denied("c1", "l1"));
  EXPECT_EQ(Events().size(), before);
  EXPECT_EQ(ReadStore([](soci::session& sql) { return LoadFeedPlace(sql, "auth").position(); }), 8);
}

TEST_P(BinningTest, ACourseInTheBinIsInNobodysList) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}}, kWindow));
  ASSERT_OK(Course(BinChange::kBinned, "c1"));
  EXPECT_TRUE(Denied("c1", "l1"));
  ASSERT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  EXPECT_EQ(AssignmentsOfLearner("l1")[0].course_id, "c2");
  ASSERT_OK(Course(BinChange::kRestored, "c1"));
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 2u);
}

TEST_P(BinningTest, EventsMayComeTwice) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  ASSERT_OK(Learner(BinChange::kBinned, "l1"));
  EXPECT_OK(Learner(BinChange::kBinned, "l1"));
  ASSERT_OK(Learner(BinChange::kRestored, "l1"));
  EXPECT_OK(Learner(BinChange::kRestored, "l1"));
  EXPECT_FALSE(Denied("c1", "l1"));
}

TEST_P(BinningTest, WhoIsPurgedLeavesNothing) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  ASSERT_OK(Learner(BinChange::kBinned, "l1"));
  ASSERT_OK(RemoveLearner(deps_, "l1", FeedPosition{"auth", AtPosition(9)}));
  EXPECT_TRUE(BinnedLearners().empty());
  EXPECT_TRUE(ReadStore(ListStoredLearners).empty());
}

TEST_P(BinningTest, StatisticsDoNotCountTheBin) {
  const UnixMillis now = 1500;
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}, {"c2", "l2"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10, {.course_completed = true}));
  ASSERT_OK(Watch({"c1", "l2"}, "p1", 10));
  auto course = [&] { return ReadStore([&](soci::session& sql) { return CountCourse(sql, "c1", now); }); };
  auto all = [&] { return ReadStore([&](soci::session& sql) { return CountAssignments(sql, now); }); };
  auto expiring = [&] { return ReadStore([&](soci::session& sql) { return CountExpiring(sql, now, 3000); }); };
  auto watchers = [&] { return ReadStore([&](soci::session& sql) { return CountWatchers(sql, 0); }); };
  auto parts = [&] { return ReadStore([&](soci::session& sql) { return ListPartCounts(sql, "c1"); }); };
  auto completions = [&] { return ReadStore([&](soci::session& sql) { return ListCompletions(sql, "c1", 0); }); };

  ASSERT_OK(Learner(BinChange::kBinned, "l1"));
  EXPECT_EQ(course().assignments.assigned, 1);
  EXPECT_EQ(course().assignments.active, 1);
  EXPECT_EQ(course().started, 1);
  EXPECT_EQ(course().completed, 0);
  EXPECT_EQ(all().active, 2);
  EXPECT_EQ(expiring(), 2);
  EXPECT_EQ(watchers(), 1);
  EXPECT_TRUE(completions().empty());
  ASSERT_EQ(parts().size(), 1u);
  EXPECT_EQ(parts()[0].viewers, 1);
  ASSERT_OK(Course(BinChange::kBinned, "c2"));
  EXPECT_EQ(all().active, 1);
  EXPECT_EQ(expiring(), 1);

  ASSERT_OK(Learner(BinChange::kRestored, "l1"));
  ASSERT_OK(Course(BinChange::kRestored, "c2"));
  EXPECT_EQ(course().assignments.active, 2);
  EXPECT_EQ(course().completed, 1);
  EXPECT_EQ(all().active, 3);
  EXPECT_EQ(expiring(), 3);
  EXPECT_EQ(watchers(), 2);
  EXPECT_EQ(completions().size(), 1u);
}

TEST_P(BinningTest, TheListSaysWhatIsInTheBinToAReaderThatWasAway) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Compare({.ids = {"l1"}, .binned = {"l2"}}));
  EXPECT_TRUE(Denied("c1", "l2"));
  EXPECT_FALSE(Absent("l2")) << "neither missing nor to be deleted";
  ASSERT_OK(Compare({.ids = {"l1", "l2"}}));
  EXPECT_FALSE(Denied("c1", "l2"));
  EXPECT_TRUE(BinnedLearners().empty());
}

TEST_P(BinningTest, WhatIsInTheBinIsNeverDeletedAsMissing) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Compare({.ids = {"l1"}}));
  EXPECT_TRUE(Absent("l2"));
  ASSERT_OK(Compare({.ids = {"l1"}, .binned = {"l2"}}));
  EXPECT_FALSE(Absent("l2"));
  for (int i = 0; i < 2 * kChecksBeforeRemoval; ++i) {
    clock_.Advance(kCheckInterval);
    ASSERT_OK(CountAbsences(deps_, ListKind::kLearners));
  }
  EXPECT_EQ(AssignmentsOfLearner("l2").size(), 1u);
}

TEST_P(BinningTest, AListWhoseIdsAreAllInTheBinIsBelieved) {
  std::vector<AssignmentKey> keys;
  Ids ids;
  for (int i = 0; i < 10; ++i) {
    ids.push_back("l" + std::to_string(i));
    keys.push_back({"c1", ids.back()});
  }
  ASSERT_OK(Assign(keys, kWindow));
  ASSERT_OK(Compare({.ids = {}, .binned = ids}));
  EXPECT_EQ(BinnedLearners(), ids);
  EXPECT_FALSE(Absent("l0"));
}

TEST_P(BinningTest, ARefusedListChangesNothingInTheBin) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Learner(BinChange::kBinned, "l1"));
  ASSERT_OK(Compare({}));
  EXPECT_EQ(BinnedLearners(), Ids{"l1"});
}

TEST_P(BinningTest, WhoWasInTheBinAndIsNotListedAnyMoreIsMissing) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Learner(BinChange::kBinned, "l1"));
  ASSERT_OK(Compare({.ids = {"l2"}}));
  EXPECT_TRUE(BinnedLearners().empty());
  EXPECT_TRUE(Absent("l1"));
}

TEST_P(BinningTest, WhoIsInTheRestoredBinAgainWasNotRemovedForGood) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(RemoveLearner(deps_, "l1", std::nullopt));
  ASSERT_OK(Compare({.ids = {"l2"}, .binned = {"l1"}}));
  EXPECT_TRUE(Denied("c1", "l1"));
  EXPECT_TRUE(ReadStore(ListRemoved).empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, BinningTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
