// The catalog's courses as enrollment remembers them, with a real stream of a catalog's feed.
#include "services/enrollment/course_cache.h"

#include <thread>

#include "services/common/status.h"
#include "services/enrollment/testing/enrollment_under_test.h"

namespace academy::enrollment {
namespace {

class CourseCacheTest : public EnrollmentUnderTest {
 protected:
  std::string TitleOf(const std::string& id, int64_t at_least = 0) {
    auto courses = courses_.Get(AsManager().caller, {id}, at_least);
    if (!courses.ok() || courses->front() == nullptr) return "";
    return courses->front()->course.title();
  }

  // Asks until an answer comes without a call of the catalog.
  void AwaitRemembered(const std::string& id) {
    int before = 0;
    do {
      before = peers_.catalog.calls();
      ASSERT_EQ(TitleOf(id), "Course " + id);
    } while (peers_.catalog.calls() > before);
  }
};

TEST_F(CourseCacheTest, AsksEachTimeWhileItDoesNotFollowTheFeed) {
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(TitleOf("c1"), "Course c1");
    EXPECT_EQ(peers_.catalog.calls(), i);
  }
}

TEST_F(CourseCacheTest, RemembersCoursesWithoutTheirMediaInTheOrderAsked) {
  courses_.Follow(catalog_channel_, AsService());
  AwaitRemembered("c1");
  auto courses = courses_.Get(AsManager().caller, {"c2", "nothing", "c1"}, 0);
  ASSERT_TRUE(courses.ok());
  EXPECT_EQ((*courses)[0]->course.id(), "c2");
  EXPECT_EQ((*courses)[1], nullptr);
  const ListedCourse& first = *(*courses)[2];
  EXPECT_EQ(first.course.id(), "c1");
  ASSERT_EQ(first.course.parts_size(), 2);
  EXPECT_FALSE(first.course.parts(0).has_video());
  EXPECT_EQ(first.course.parts(1).duration(), 300);
  EXPECT_EQ(first.wire, first.course.SerializeAsString());
}

TEST_F(CourseCacheTest, AChangeIsThereForWhoeverHasHeardOfIt) {
  courses_.Follow(catalog_channel_, AsService());
  AwaitRemembered("c1");
  for (int i = 0; i < 20; ++i) {
    std::string title = "Name " + std::to_string(i);
    int64_t position = peers_.catalog.Rename("c1", title);
    EXPECT_EQ(TitleOf("c1", position), title);
  }
}

TEST_F(CourseCacheTest, AChangeIsHeardOfByItself) {
  courses_.Follow(catalog_channel_, AsService());
  AwaitRemembered("c1");
  peers_.catalog.Rename("c1", "Another");
  while (TitleOf("c1") != "Another") std::this_thread::yield();
}

TEST_F(CourseCacheTest, NothingRememberedIsUsedOnceTheCatalogIsGone) {
  courses_.Follow(catalog_channel_, AsService());
  AwaitRemembered("c1");
  peers_.StopCatalog();
  while (TitleOf("c1") != "") std::this_thread::yield();
  absl::Status status = courses_.Get(AsManager().caller, {"c1"}, 0).status();
  EXPECT_EQ(DetailOf(status).reason, "catalog_unavailable");
}

}  // namespace
}  // namespace academy::enrollment
