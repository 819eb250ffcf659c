// Lists of courses, on every available engine.
#include "services/catalog/courses/lists/course_page.h"

#include <set>

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class CoursePageTest : public StoresTest {
 protected:
  absl::StatusOr<CoursePage> List(const CourseListQuery& query) {
    return database_->Read([&](soci::session& sql) { return QueryCourses(sql, query); });
  }

  // Returns the titles of the courses that a search finds.
  Strings Find(const std::string& search) {
    Strings titles;
    const CoursePage page = *List({.search = search, .limit = 10});
    for (const CourseRecord& course : page.courses) titles.push_back(course.title);
    return titles;
  }
};

TEST_P(CoursePageTest, ListsPageThroughEverySortWithoutLossOrRepetition) {
  Strings all;
  for (int i = 0; i < 7; ++i) all.push_back(Course("Course " + std::to_string(i % 3)).id);
  for (CourseSort sort : {CourseSort::kTitle, CourseSort::kCreatedAt, CourseSort::kUpdatedAt}) {
    for (bool descending : {true, false}) {
      CourseListQuery query{.search = "", .sort = sort, .descending = descending, .limit = 3, .cursor = ""};
      Strings seen;
      for (int pages = 0; pages < 5; ++pages) {
        auto page = List(query);
        ASSERT_OK(page);
        EXPECT_EQ(page->total, 7);
        for (const CourseRecord& course : page->courses) seen.push_back(course.id);
        if (!page->next_cursor.has_value()) break;
        query.cursor = *page->next_cursor;
      }
      ASSERT_EQ(seen.size(), 7u);
      EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 7u);
      if (sort == CourseSort::kCreatedAt && !descending) {
        EXPECT_EQ(seen, all);
      }
    }
  }
}

TEST_P(CoursePageTest, CursorsThatNoPageReturnedAreRefused) {
  Course("Course");
  // PostgreSQL takes no text that is not UTF-8.
  for (const std::string& cursor :
       {std::string("!!"), Base64Url("id"), Base64Url("id\n\xff"), Base64Url("\xc3\nname")}) {
    for (CourseSort sort : {CourseSort::kTitle, CourseSort::kCreatedAt}) {
      auto page = List({.search = "", .sort = sort, .limit = 2, .cursor = cursor});
      EXPECT_EQ(DetailOf(page.status()).fields.at(0).field, "cursor") << cursor;
    }
  }
}

TEST_P(CoursePageTest, SearchFoldsArabicLettersAndCaseAndTakesWildcardsLiterally) {
  Course("مقدمة في الإدارة");
  Course("أساسيات المحاسبة ١٠١");
  Course("Pilot SCHOOL");
  Course("100% sure");
  EXPECT_EQ(Find("الاداره"), Strings{"مقدمة في الإدارة"});
  EXPECT_EQ(Find("اسَاســيات"), Strings{"أساسيات المحاسبة ١٠١"});
  EXPECT_EQ(Find("101"), Strings{"أساسيات المحاسبة ١٠١"});
  EXPECT_EQ(Find("school"), Strings{"Pilot SCHOOL"});
  EXPECT_EQ(Find("0%"), Strings{"100% sure"});
  EXPECT_EQ(Find("_"), Strings{});
}

INSTANTIATE_TEST_SUITE_P(Engines, CoursePageTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
