// Enrollment's cache of the catalog's courses, with a real stream of a catalog's feed.
#include "services/enrollment/watching/course_cache.h"

#include <thread>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class CourseCacheTest : public EnrollmentUnderTest {
 protected:
  std::string TitleOf(const std::string& id, int64_t at_least = 0) {
    auto courses = courses_.Get(AsManager().caller, {id}, at_least);
    if (!courses.ok() || courses->front() == nullptr) return "";
    return AssignmentOf(*courses->front()).course().title();
  }

  static v1::Assignment AssignmentOf(const CachedCourse& course) {
    v1::Assignment assignment;
    EXPECT_TRUE(assignment.ParseFromString(course.course_field + course.empty_progress_field));
    return assignment;
  }

  // Repeats the request until it is served without a call to the catalog.
  void AwaitCached(const std::string& id) {
    int before = 0;
    do {
      before = upstreams_.catalog.calls();
      ASSERT_EQ(TitleOf(id), "Course " + id);
    } while (upstreams_.catalog.calls() > before);
  }
};

TEST_F(CourseCacheTest, AsksEachTimeWhileItDoesNotFollowTheFeed) {
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(TitleOf("c1"), "Course c1");
    EXPECT_EQ(upstreams_.catalog.calls(), i);
  }
}

TEST_F(CourseCacheTest, RemembersCoursesWithoutTheirMediaInTheOrderAsked) {
  auto cleanup = Follow();
  AwaitCached("c1");
  auto courses = courses_.Get(AsManager().caller, {"c2", "nothing", "c1"}, 0);
  ASSERT_OK(courses);
  EXPECT_EQ((*courses)[0]->outline.id, "c2");
  EXPECT_EQ((*courses)[1], nullptr);
  v1::Assignment first = AssignmentOf(*(*courses)[2]);
  EXPECT_EQ(first.course().id(), "c1");
  ASSERT_EQ(first.course().parts_size(), 2);
  EXPECT_FALSE(first.course().parts(0).has_video());
  EXPECT_EQ(first.course().parts(1).duration(), 300);
  EXPECT_EQ(first.progress().parts_size(), 0);
  EXPECT_EQ(first.progress().complete_percent(), 90);
  EXPECT_TRUE(courses_.GetCached({"c2", "c1"}, 0).has_value());
  EXPECT_FALSE(courses_.GetCached({"c2", "nothing"}, 0).has_value());
  EXPECT_FALSE(courses_.GetCached({"c1"}, upstreams_.catalog.Rename("c2", "Later") + 1).has_value());
}

TEST_F(CourseCacheTest, AChangeIsThereForWhoeverHasHeardOfIt) {
  auto cleanup = Follow();
  AwaitCached("c1");
  for (int i = 0; i < 20; ++i) {
    std::string title = "Name " + std::to_string(i);
    int64_t position = upstreams_.catalog.Rename("c1", title);
    EXPECT_EQ(TitleOf("c1", position), title);
  }
}

TEST_F(CourseCacheTest, AChangeIsHeardOfByItself) {
  auto cleanup = Follow();
  AwaitCached("c1");
  upstreams_.catalog.Rename("c1", "Another");
  while (TitleOf("c1") != "Another") std::this_thread::yield();
}

TEST_F(CourseCacheTest, NothingRememberedIsUsedOnceTheCatalogIsGone) {
  auto cleanup = Follow();
  AwaitCached("c1");
  upstreams_.StopCatalog();
  while (TitleOf("c1") != "") std::this_thread::yield();
  absl::Status status = courses_.Get(AsManager().caller, {"c1"}, 0).status();
  EXPECT_THAT(status, HasReason("catalog_unavailable"));
  EXPECT_FALSE(courses_.GetCached({"c1"}, 0).has_value());
  EXPECT_OK(courses_.GetForReport(AsManager().caller, "c1")) << "what was watched meanwhile is not lost";
  EXPECT_THAT(courses_.GetForReport(AsManager().caller, "c2"), testing::Not(IsOk()));
}

}  // namespace
}  // namespace academy::enrollment
