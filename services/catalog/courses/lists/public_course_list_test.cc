// The cached list of courses for visitors, on every available engine.
#include "services/catalog/courses/lists/public_course_list.h"

#include <gmock/gmock.h>

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class PublicCourseListTest : public StoresTest {
 protected:
  std::string Create(const std::string& title, const std::vector<PartDraft>& parts = {}) {
    clock_.Advance(absl::Milliseconds(1));
    std::string id = Course(title, parts).id;
    Append(id);
    return id;
  }

  static Strings TitlesOf(const v1::ListPublicCoursesResponse& response) {
    Strings titles;
    for (const v1::PublicCourse& course : response.result()) titles.push_back(course.title());
    return titles;
  }
  Strings Titles() {
    v1::ListPublicCoursesResponse response;
    auto wire = list_.All();
    EXPECT_TRUE(wire.ok() && response.ParseFromString(**wire));
    return TitlesOf(response);
  }
  // Returns the titles of all pages of `limit` courses, page by page.
  Strings Paged(int limit) {
    Strings titles;
    std::string cursor;
    do {
      auto page = list_.Page(limit, cursor);
      EXPECT_OK(page);
      for (const std::string& title : TitlesOf(*page)) titles.push_back(title);
      cursor = page->next_cursor();
    } while (!cursor.empty());
    return titles;
  }

  PublicCourseList list_{*database_};
};

TEST_P(PublicCourseListTest, ShowsEveryChangeThatIsCommitted) {
  EXPECT_EQ(Titles(), Strings());
  std::string first = Create("first");
  Create("second");
  EXPECT_EQ(Titles(), Strings({"second", "first"}));
  ASSERT_OK(Update(first, {.title = "renamed"}));
  Append(first);
  EXPECT_EQ(Titles(), Strings({"second", "renamed"}));
  DeleteCourse(first);
  Append(first);
  EXPECT_EQ(Titles(), Strings({"second"}));
}

TEST_P(PublicCourseListTest, IsReadOnceForEachStateOfTheCatalogEvenWhileAVideoIsInWork) {
  Asset("a1");
  Create("with a video", {{.title = "one", .description = "", .asset_id = "a1"}});
  auto once = list_.All();
  auto again = list_.All();
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(*once, *again);
}

TEST_P(PublicCourseListTest, PagesTogetherAreTheWholeList) {
  for (const char* title : {"1", "2", "3", "4", "5"}) Create(title);
  for (int limit : {1, 2, 3, 5, 6}) EXPECT_EQ(Paged(limit), Titles()) << limit;
  auto page = list_.Page(2, "");
  ASSERT_OK(page);
  EXPECT_EQ(page->total(), 5);
}

TEST_P(PublicCourseListTest, APageFollowsWhereTheOneBeforeItEndedThoughThatCourseIsGone) {
  Create("1");
  std::string second = Create("2");
  Create("3");
  auto page = list_.Page(2, "");
  ASSERT_OK(page);
  EXPECT_EQ(TitlesOf(*page), Strings({"3", "2"}));
  DeleteCourse(second);
  Append(second);
  auto next = list_.Page(2, page->next_cursor());
  ASSERT_OK(next);
  EXPECT_EQ(TitlesOf(*next), Strings({"1"}));
  EXPECT_FALSE(next->has_next_cursor());
}

TEST_P(PublicCourseListTest, ACursorThatNoPageHadIsRefused) {
  EXPECT_THAT(list_.Page(2, "no cursor!"), HasReason("validation_failed"));
}

INSTANTIATE_TEST_SUITE_P(Engines, PublicCourseListTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
