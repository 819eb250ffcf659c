#include "services/enrollment/assignments/assignment_store.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using AssignmentStoreTest = StoresUnderTest;

TEST_P(AssignmentStoreTest, AnAssignmentIsFoundByIdAndByKeyAndFromBothSides) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  auto found = Find({"c1", "l1"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->window, kWindow);
  EXPECT_EQ(found->created_at, clock_.Now());
  EXPECT_EQ(ReadStore([&](soci::session& sql) { return FindAssignment(sql, found->id); })->learner_id, "l1");
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  EXPECT_EQ(AssignmentsOfLearner("l1").at(0).id, found->id);
}

TEST_P(AssignmentStoreTest, WhatIsNotAssignedIsNotFound) {
  EXPECT_FALSE(ReadStore([](soci::session& sql) { return FindAssignment(sql, "none"); }).has_value());
  EXPECT_FALSE(Find({"c1", "l1"}).has_value());
  EXPECT_THAT(ChangeDates(deps_, Manager(), "none", [](const auto&) { return kWindow; }),
              HasReason("assignment_not_found"));
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, AssignmentStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
