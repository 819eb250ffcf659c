// The list of all courses, on every engine at hand.
#include "services/catalog/courses/course_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "academy/catalog/v1/courses.pb.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/schema.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {
namespace {

const Caller kManager{.kind = CallerKind::kManager, .id = "m1", .session_id = "s1"};

class CourseListTest : public testing::TestWithParam<Engine> {
 protected:
  CourseListTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        courses_(*database_, feed_, audit_, clock_),
        uploads_(*database_, feed_, audit_, clock_),
        list_(*database_) {}

  std::string Create(const std::string& title, const std::vector<PartDraft>& parts = {}) {
    clock_.Advance(1);
    auto course = courses_.Create(kManager, {.title = title, .description = "", .parts = parts, .image = {}});
    EXPECT_TRUE(course.ok());
    return course.ok() ? course->id : "";
  }

  std::vector<std::string> Titles() {
    v1::ListCoursesResponse response;
    auto wire = list_.All();
    EXPECT_TRUE(wire.ok() && response.ParseFromString(**wire));
    std::vector<std::string> titles;
    for (const v1::Course& course : response.result()) titles.push_back(course.title());
    return titles;
  }

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  CourseStore courses_;
  UploadStore uploads_;
  CourseList list_;
};

using Strings = std::vector<std::string>;

TEST_P(CourseListTest, ShowsEveryChangeThatIsCommitted) {
  EXPECT_EQ(Titles(), Strings());
  std::string first = Create("first");
  EXPECT_EQ(Titles(), Strings({"first"}));
  Create("second");
  EXPECT_EQ(Titles(), Strings({"second", "first"}));
  ASSERT_TRUE(courses_.Update(kManager, {.id = first, .title = "renamed"}).ok());
  EXPECT_EQ(Titles(), Strings({"second", "renamed"}));
  ASSERT_TRUE(courses_.Delete(kManager, first).ok());
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

TEST_P(CourseListTest, IsMadeAnewWhileAVideoIsOnItsWay) {
  auto upload = uploads_.Create(
      kManager, {.id = "a1", .length = 10, .filename = "a1.mp4", .metadata = "", .expires_at = clock_.Now() + 1000});
  ASSERT_TRUE(upload.ok());
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
