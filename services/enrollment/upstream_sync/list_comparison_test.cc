#include "services/enrollment/upstream_sync/list_comparison.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/absence_health.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class ListComparisonTest : public StoresUnderTest {
 protected:
  // Learners l0, l1 ... with one assignment each.
  std::vector<std::string> AssignLearners(int count) {
    std::vector<std::string> ids;
    std::vector<AssignmentKey> keys;
    for (int i = 0; i < count; ++i) {
      ids.push_back("l" + std::to_string(i));
      keys.push_back({"c1", ids.back()});
    }
    EXPECT_OK(Assign(keys));
    return ids;
  }
  absl::Status Apply(const std::vector<std::string>& known, const std::vector<std::string>& listed) {
    return ApplyList(deps_, ListKind::kLearners, {.stored = known, .removed = ReadStore(ListRemoved)},
                     {.ids = listed, .binned = {}});
  }
  bool Absent(const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return IsAbsent(sql, {"c1", learner}); });
  }
  bool Refused() {
    return ReadStore([](soci::session& sql) { return !FindRefusedList(sql, ListKind::kLearners).empty(); });
  }
  // `count` hourly checks of lists that lack l1.
  void CheckHourly(int count) {
    for (int i = 0; i < count; ++i) {
      clock_.Advance(kCheckInterval);
      ASSERT_OK(CountAbsences(deps_, ListKind::kLearners));
    }
  }
};

TEST_P(ListComparisonTest, WhoIsNotListedIsMarkedAndKeepsEverything) {
  std::vector<std::string> known = AssignLearners(3);
  size_t before = Events().size();
  ASSERT_OK(Apply(known, {"l0", "l2", "new"}));
  EXPECT_TRUE(Absent("l1"));
  EXPECT_FALSE(Absent("l0"));
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  EXPECT_EQ(Events().size(), before + 1) << "the edges ask again";
}

TEST_P(ListComparisonTest, WhoIsListedAgainIsAsBefore) {
  std::vector<std::string> known = AssignLearners(2);
  ASSERT_OK(Apply(known, {"l0"}));
  size_t before = Events().size();
  ASSERT_OK(Apply(known, {"l0", "l1"}));
  EXPECT_FALSE(Absent("l1"));
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  EXPECT_EQ(Events().size(), before + 1);
}

TEST_P(ListComparisonTest, AnEmptyListIsRefused) {
  std::vector<std::string> known = AssignLearners(2);
  ASSERT_OK(Apply(known, {}));
  EXPECT_TRUE(Refused());
  EXPECT_FALSE(Absent("l0") || Absent("l1"));
  ASSERT_OK(Apply(known, known));
  EXPECT_FALSE(Refused());
}

TEST_P(ListComparisonTest, AMuchSmallerListIsRefusedAndASlightlySmallerOneIsBelieved) {
  std::vector<std::string> known = AssignLearners(200);
  ASSERT_OK(Apply(known, {known.begin() + 11, known.end()}));
  EXPECT_TRUE(Refused());
  EXPECT_FALSE(Absent("l0"));
  ASSERT_OK(Apply(known, {known.begin() + 10, known.end()}));
  EXPECT_FALSE(Refused());
  EXPECT_TRUE(Absent("l0"));
}

TEST_P(ListComparisonTest, AFewAreBelievedInASmallAcademyToo) {
  std::vector<std::string> known = AssignLearners(4);
  ASSERT_OK(Apply(known, {"l0"}));
  EXPECT_FALSE(Refused());
  EXPECT_TRUE(Absent("l3"));
}

TEST_P(ListComparisonTest, AnAbsenceEndsInRemovalAfterSevenDaysOfChecks) {
  ASSERT_OK(Apply(AssignLearners(3), {"l0", "l2"}));
  CheckHourly(kChecksBeforeRemoval - 1);
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  CheckHourly(1);
  EXPECT_TRUE(AssignmentsOfLearner("l1").empty());
  EXPECT_EQ(AssignmentsOfLearner("l0").size(), 1u);
}

TEST_P(ListComparisonTest, AClockThatJumpsRemovesNobody) {
  ASSERT_OK(Apply(AssignLearners(3), {"l0", "l2"}));
  for (absl::Duration jump : {absl::Hours(8 * 24), -absl::Hours(9 * 24), absl::Hours(365 * 24)}) {
    clock_.Advance(jump);
    ASSERT_OK(CountAbsences(deps_, ListKind::kLearners));
  }
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
}

TEST_P(ListComparisonTest, ChecksOfSeveralProcessesCountOnce) {
  ASSERT_OK(Apply(AssignLearners(3), {"l0", "l2"}));
  for (int hour = 0; hour < kChecksBeforeRemoval - 1; ++hour) {
    clock_.Advance(kCheckInterval);
    for (int process = 0; process < 3; ++process) ASSERT_OK(CountAbsences(deps_, ListKind::kLearners));
  }
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
}

TEST_P(ListComparisonTest, NothingIsCountedWhileTheListIsRefused) {
  std::vector<std::string> known = AssignLearners(3);
  ASSERT_OK(Apply(known, {"l0", "l2"}));
  CheckHourly(kChecksBeforeRemoval - 1);
  ASSERT_OK(Apply(known, {}));
  CheckHourly(3);
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
}

TEST_P(ListComparisonTest, WhoeverTheOwnerListsAgainMayBeAssignedAgain) {
  std::vector<std::string> known = AssignLearners(2);
  ASSERT_OK(RemoveLearner(deps_, "l1", std::nullopt));
  EXPECT_THAT(Assign({{"c1", "l1"}}), HasReason("user_not_found"));
  ASSERT_OK(Apply({"l0"}, known));
  EXPECT_OK(Assign({{"c1", "l1"}}));
}

TEST_P(ListComparisonTest, WhoWasRemovedWhileTheListWasReadStaysRemoved) {
  std::vector<std::string> known = AssignLearners(2);
  absl::StatusOr<KnownIds> before = ReadKnownIds(*database_, ListKind::kLearners);
  ASSERT_OK(before);
  ASSERT_OK(RemoveLearner(deps_, "l1", std::nullopt));
  ASSERT_OK(ApplyList(deps_, ListKind::kLearners, *before, {.ids = known, .binned = {}}));
  EXPECT_THAT(Assign({{"c1", "l1"}}), HasReason("user_not_found"));
}

TEST_P(ListComparisonTest, WhoWasRemovedWhileTheListWasReadIsNotMissing) {
  AssignLearners(3);
  absl::StatusOr<KnownIds> before = ReadKnownIds(*database_, ListKind::kLearners);
  ASSERT_OK(before);
  ASSERT_OK(RemoveLearner(deps_, "l1", std::nullopt));
  ASSERT_OK(ApplyList(deps_, ListKind::kLearners, *before, {.ids = {"l0"}, .binned = {}}));
  EXPECT_FALSE(Absent("l1"));
  EXPECT_TRUE(Absent("l2"));
}

TEST_P(ListComparisonTest, ManagersAreToldWhatIsMissing) {
  HealthBoard board;
  WatchAbsences({.health = &board}, *database_);
  std::vector<std::string> known = AssignLearners(3);
  EXPECT_EQ(board.Collect()[0].code(), "ok");
  ASSERT_OK(Apply(known, {"l0", "l2"}));
  EXPECT_EQ(board.Collect()[0].code(), "data_missing");
  EXPECT_EQ(board.Collect()[0].value(), 1);
  ASSERT_OK(Apply(known, {}));
  EXPECT_EQ(board.Collect()[0].code(), "list_refused");
  ASSERT_OK(Apply(known, known));
  EXPECT_EQ(board.Collect()[0].code(), "ok");
}

INSTANTIATE_TEST_SUITE_P(Engines, ListComparisonTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
