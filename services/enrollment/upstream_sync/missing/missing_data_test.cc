#include "services/enrollment/upstream_sync/missing/missing_data.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Ids = std::vector<std::string>;
using testing::ElementsAre;

class MissingDataTest : public StoresUnderTest {
 protected:
  // Learners l10, l11 ... with the course c1 and some progress in it.
  Ids AssignLearners(int count) {
    Ids ids;
    std::vector<AssignmentKey> keys;
    for (int i = 0; i < count; ++i) {
      ids.push_back("l" + std::to_string(10 + i));
      keys.push_back({"c1", ids.back()});
    }
    EXPECT_OK(Assign(keys));
    for (const std::string& id : ids) EXPECT_OK(Watch({"c1", id}, "p1", 10));
    return ids;
  }
  KnownIds Known(ListKind kind) {
    absl::StatusOr<KnownIds> known = ReadKnownIds(*database_, kind);
    EXPECT_OK(known);
    return *known;
  }
  void Compare(const Ids& listed, ListKind kind = ListKind::kLearners) {
    EXPECT_OK(ApplyList(deps_, kind, Known(kind), {.ids = listed, .binned = {}}));
  }
  MissingData Find(const ListedIds& listed, ListKind kind = ListKind::kLearners) {
    KnownIds known = Known(kind);
    return ReadStore([&](soci::session& sql) { return FindMissing(sql, kind, known, listed, clock_.Now()); });
  }
  absl::StatusOr<MissingData> Delete(
      const Ids& listed, ListKind kind = ListKind::kLearners,
      absl::FunctionRef<absl::Status(const MissingData&)> admit = [](const MissingData&) { return absl::OkStatus(); }) {
    return DeleteMissing(deps_, Manager().caller, kind, Known(kind), {.ids = listed, .binned = {}}, admit);
  }
  bool Refused() {
    return ReadStore([](soci::session& sql) { return !FindRefusedList(sql, ListKind::kLearners).empty(); });
  }
  Ids AbsentLearners() {
    Ids ids;
    for (Absence& absence : ReadStore([](soci::session& sql) { return ListAbsences(sql, ListKind::kLearners); })) {
      ids.push_back(absence.id);
    }
    return ids;
  }
};

TEST_P(MissingDataTest, NothingIsMissingWhileAllAreListed) {
  Ids known = AssignLearners(2);
  Compare(known);
  MissingData missing = Find({.ids = known});
  EXPECT_TRUE(missing.ids.empty());
  EXPECT_EQ(missing.assignments, 0);
}

TEST_P(MissingDataTest, WhoIsMarkedIsToldWithTheTimeOfTheDeletion) {
  AssignLearners(4);
  ASSERT_OK(Assign({{"c2", "l11"}}));
  const UnixMillis marked = clock_.Now();
  Compare({"l10", "l13"});
  clock_.Advance(absl::Minutes(20));
  MissingData missing = Find({.ids = {"l10", "l13"}});
  EXPECT_THAT(missing.ids, ElementsAre("l11", "l12"));
  EXPECT_EQ(missing.assignments, 3);
  EXPECT_EQ(missing.since, marked);
  EXPECT_FALSE(missing.refused);
  EXPECT_EQ(missing.deleted_at, marked + absl::Hours(7 * 24));
}

TEST_P(MissingDataTest, TheDeletionComesWhenItWasSaid) {
  AssignLearners(2);
  Compare({"l10"});
  UnixMillis said = Find({.ids = {"l10"}}).deleted_at.value_or(0);
  while (clock_.Now() < said) {
    EXPECT_EQ(AssignmentsOfLearner("l11").size(), 1u);
    clock_.Advance(kCheckInterval);
    ASSERT_OK(CountAbsences(deps_, ListKind::kLearners));
  }
  EXPECT_TRUE(AssignmentsOfLearner("l11").empty());
  EXPECT_EQ(clock_.Now(), said);
}

TEST_P(MissingDataTest, WhatARefusedListLacksIsToldAndNothingOfItIsDeletedByItself) {
  AssignLearners(10);
  Compare({"l10"});
  ASSERT_TRUE(Refused());
  MissingData missing = Find({.ids = {"l10"}});
  EXPECT_EQ(missing.ids.size(), 9u);
  EXPECT_EQ(missing.assignments, 9);
  EXPECT_TRUE(missing.refused);
  EXPECT_EQ(missing.deleted_at, std::nullopt);
}

TEST_P(MissingDataTest, WhoIsListedAgainOrInTheBinIsNotMissing) {
  AssignLearners(4);
  Compare({"l10"});
  EXPECT_THAT(Find({.ids = {"l10", "l11"}, .binned = {"l12"}}).ids, ElementsAre("l13"));
}

TEST_P(MissingDataTest, WhoIsLackingButWasNotFoundToBeMissingYetIsNotTold) {
  AssignLearners(3);
  EXPECT_TRUE(Find({.ids = {"l10"}}).ids.empty());
}

TEST_P(MissingDataTest, DeletingLeavesNothingOfTheMissingAndAllOfTheOthers) {
  AssignLearners(3);
  Compare({"l10"});
  size_t before = Events().size();
  absl::StatusOr<MissingData> deleted = Delete({"l10"});
  ASSERT_OK(deleted);
  EXPECT_THAT(deleted->ids, ElementsAre("l11", "l12"));
  EXPECT_TRUE(AssignmentsOfLearner("l11").empty());
  EXPECT_TRUE(ProgressOfLearner("l12").empty());
  EXPECT_TRUE(AbsentLearners().empty());
  EXPECT_EQ(AssignmentsOfLearner("l10").size(), 1u);
  EXPECT_EQ(ProgressOfLearner("l10").size(), 1u);
  ASSERT_EQ(Events().size(), before + 2) << "the edges end the playback";
  EXPECT_TRUE(Events().back().removed());
  EXPECT_THAT(Assign({{"c1", "l11"}}), HasReason("user_not_found"));
}

TEST_P(MissingDataTest, AfterwardsTheListThatWasRefusedIsBelieved) {
  AssignLearners(10);
  Compare({"l10"});
  ASSERT_OK(Delete({"l10"}));
  EXPECT_FALSE(Refused());
  Compare({"l10"});
  EXPECT_FALSE(Refused());
  EXPECT_TRUE(AbsentLearners().empty());
}

TEST_P(MissingDataTest, AComparisonThatReadTheDataBeforeMarksNobodyWhoWasDeleted) {
  AssignLearners(10);
  Compare({"l10"});
  KnownIds before = Known(ListKind::kLearners);
  ASSERT_OK(Delete({"l10"}));
  ASSERT_OK(ApplyList(deps_, ListKind::kLearners, before, {.ids = {"l10"}, .binned = {}}));
  EXPECT_FALSE(Refused());
  EXPECT_TRUE(AbsentLearners().empty());
}

TEST_P(MissingDataTest, WhatIsNotAdmittedIsNotDeleted) {
  AssignLearners(3);
  Compare({"l10"});
  absl::Status refused = Delete({"l10"}, ListKind::kLearners, [](const MissingData& missing) {
                           return missing.ids.size() == 1 ? absl::OkStatus() : absl::AbortedError("another number");
                         }).status();
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kAborted));
  EXPECT_EQ(AssignmentsOfLearner("l11").size(), 1u);
  EXPECT_THAT(AbsentLearners(), ElementsAre("l11", "l12"));
  EXPECT_THAT(audit_.Read(100)->back().event.action(), "assignment.created");
}

TEST_P(MissingDataTest, WhoIsListedAgainIsNotDeletedThoughStillMarked) {
  AssignLearners(3);
  Compare({"l10"});
  ASSERT_OK(Delete({"l10", "l11"}));
  EXPECT_EQ(AssignmentsOfLearner("l11").size(), 1u);
  EXPECT_TRUE(AssignmentsOfLearner("l12").empty());
  Compare({"l10", "l11"});
  EXPECT_TRUE(AbsentLearners().empty());
}

TEST_P(MissingDataTest, TheDeletionIsOneAuditEventWithItsCounts) {
  AssignLearners(3);
  ASSERT_OK(Assign({{"c2", "l11"}}));
  Compare({"l10"});
  size_t before = audit_.Read(100)->size();
  ASSERT_OK(Delete({"l10"}));
  std::vector<AuditOutbox::Waiting> events = *audit_.Read(100);
  ASSERT_EQ(events.size(), before + 1);
  const auth::v1::AuditEvent& event = events.back().event;
  EXPECT_EQ(event.action(), "learner.missing_deleted");
  EXPECT_EQ(event.actor().id(), "manager");
  EXPECT_EQ(event.details().at("learners"), "2");
  EXPECT_EQ(event.details().at("assignments"), "3");

  ASSERT_OK(Delete({"l10"}));
  EXPECT_EQ(audit_.Read(100)->size(), before + 1) << "there was nothing to delete";
}

TEST_P(MissingDataTest, CoursesAreDeletedLikewise) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}, {"c2", "l2"}}));
  ASSERT_OK(Watch({"c2", "l1"}, "p1", 10));
  Compare({"c1"}, ListKind::kCourses);
  absl::StatusOr<MissingData> deleted = Delete({"c1"}, ListKind::kCourses);
  ASSERT_OK(deleted);
  EXPECT_THAT(deleted->ids, ElementsAre("c2"));
  EXPECT_EQ(deleted->assignments, 2);
  EXPECT_TRUE(AssignmentsOfCourse("c2").empty());
  EXPECT_TRUE(ProgressOfLearner("l1").empty());
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  const auth::v1::AuditEvent event = audit_.Read(100)->back().event;
  EXPECT_EQ(event.action(), "course.missing_deleted");
  EXPECT_EQ(event.details().at("courses"), "1");
}

INSTANTIATE_TEST_SUITE_P(Engines, MissingDataTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
