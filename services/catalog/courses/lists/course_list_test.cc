// The cached list of all courses, on every available engine.
#include "services/catalog/courses/lists/course_list.h"

#include "academy/catalog/v1/courses.pb.h"
#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class CourseListTest : public StoresTest {
 protected:
  std::string Create(const std::string& title, const std::vector<PartDraft>& parts = {}) {
    std::string id = Course(title, parts).id;
    Append(id);
    return id;
  }

  Strings Titles() {
    v1::ListCoursesResponse response;
    auto wire = list_.All();
    EXPECT_TRUE(wire.ok() && response.ParseFromString(**wire));
    Strings titles;
    for (const v1::Course& course : response.result()) titles.push_back(course.title());
    return titles;
  }

  CourseList list_{*database_};
};

TEST_P(CourseListTest, ShowsEveryChangeThatIsCommitted) {
  EXPECT_EQ(Titles(), Strings());
  std::string first = Create("first");
  EXPECT_EQ(Titles(), Strings({"first"}));
  Create("second");
  EXPECT_EQ(Titles(), Strings({"second", "first"}));
  ASSERT_OK(Update(first, {.title = "renamed"}));
  Append(first);
  EXPECT_EQ(Titles(), Strings({"second", "renamed"}));
  DeleteCourse(first);
  Append(first);
  EXPECT_EQ(Titles(), Strings({"second"}));
}

TEST_P(CourseListTest, IsMadeOnceForEachStateOfTheCatalog) {
  Create("first");
  auto once = list_.All();
  auto again = list_.All();
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(*once, *again);
  Create("second");
  EXPECT_NE(*list_.All(), *once);
}

TEST_P(CourseListTest, IsMadeAnewWhileAVideoIsInWork) {
  Asset("a1");
  Create("with a video", {{.title = "one", .description = "", .asset_id = "a1"}});
  auto once = list_.All();
  auto again = list_.All();
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_NE(*once, *again);
  EXPECT_EQ(**once, **again);
}

INSTANTIATE_TEST_SUITE_P(Engines, CourseListTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
