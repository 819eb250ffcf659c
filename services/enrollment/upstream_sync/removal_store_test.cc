#include "services/enrollment/upstream_sync/removal_store.h"

#include <gtest/gtest.h>

#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class RemovalStoreTest : public StoresUnderTest {
 protected:
  int64_t Position(const std::string& source) {
    return ReadStore([&](soci::session& sql) { return LoadFeedPlace(sql, source).position(); });
  }
};

TEST_P(RemovalStoreTest, ARemovedLearnerLeavesNothing) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10));
  ASSERT_OK(Watch({"c1", "l2"}, "p1", 10));
  ASSERT_OK(RemoveLearner(deps_, "l1", FeedPosition{"auth", AtPosition(7)}));
  EXPECT_TRUE(AssignmentsOfLearner("l1").empty());
  EXPECT_TRUE(ProgressOfLearner("l1").empty());
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  EXPECT_EQ(ProgressOfLearner("l2").size(), 1u);
  EXPECT_EQ(Position("auth"), 7);
  EXPECT_EQ(Position("catalog"), 0);
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_TRUE(events[3].removed() && events[4].removed());
  EXPECT_OK(RemoveLearner(deps_, "l1", FeedPosition{"auth", AtPosition(7)})) << "an event may come twice";
  EXPECT_EQ(ReadStore(ListStoredLearners), std::vector<std::string>{"l2"});
  EXPECT_EQ(ReadStore(ListStoredCourses), std::vector<std::string>{"c1"});
  EXPECT_EQ(ReadStore([](soci::session& sql) { return CountWatchers(sql, 0); }), 1);
}

TEST_P(RemovalStoreTest, ARemovedCourseLeavesNothing) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10));
  ASSERT_OK(RemoveCourse(deps_, "c1", FeedPosition{"catalog", AtPosition(9)}));
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
  EXPECT_TRUE(ProgressOfLearner("l1").empty());
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  EXPECT_EQ(Position("catalog"), 9);
}

INSTANTIATE_TEST_SUITE_P(Engines, RemovalStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
