#include "services/enrollment/progress/progress_store.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using ProgressStoreTest = StoresUnderTest;

TEST_P(ProgressStoreTest, ProgressIsKeptByLearnerCourseAndPart) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10));
  ASSERT_OK(Watch({"c1", "l1"}, "p2", 20));
  ASSERT_OK(Watch({"c2", "l1"}, "p3", 30));
  ASSERT_OK(Watch({"c1", "l2"}, "p1", 40));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 50));
  EXPECT_EQ(ProgressOfLearner("l1").size(), 3u);
  auto stored = ProgressOfCourse({"c1", "l1"});
  ASSERT_EQ(stored.size(), 2u);
  EXPECT_EQ(stored.at(0).part_id, "p1");
  EXPECT_EQ(stored.at(0).state.position, 50);
  EXPECT_EQ(stored.at(0).state.watched.Length(), 50);
  EXPECT_EQ(stored.at(0).state.updated_at, clock_.Now());
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgressStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
