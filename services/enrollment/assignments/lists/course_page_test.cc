// However a page is found, it shows the same learners: from whole lists, or in portions as in a large academy.
#include "services/enrollment/assignments/lists/course_page.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Ids = std::vector<std::string>;

constexpr int kLearners = 40;
constexpr PageSizes kPortions{.found = 5, .assigned = 5, .searched = 5, .portion = 4, .portions = 3};
// Whoever has the course is compared with a search at once.
constexpr PageSizes kCompared{.found = 5, .assigned = 5, .searched = 40, .portion = 4, .portions = 3};

class CoursePageTest : public EnrollmentUnderTest, public testing::WithParamInterface<Engine> {
 protected:
  CoursePageTest() : EnrollmentUnderTest(GetParam()) {
    for (int i = 4; i <= kLearners; ++i) upstreams_.auth.Put(Id(i), i % 2 == 0 ? "Even" : "Odd");
    for (int i = 1; i <= kLearners; ++i) {
      if (i % 3 == 0) continue;
      std::string day = std::to_string(10 + i * 7 % 20);
      std::string start = i % 4 == 0 ? "2026-07-01" : "2026-05-" + day;
      EXPECT_OK(Assign("c1", {Id(i)}, start, i % 5 == 0 && i % 4 != 0 ? "2026-06-01" : "2026-07-" + day));
    }
    EXPECT_OK(Assign("c2", {Id(1), Id(2), Id(3), Id(4)}));
  }
  static std::string Id(int i) { return "l" + std::to_string(i); }

  struct Found {
    Ids ids;
    int64_t total = 0;
    bool at_least = false;
  };
  // All pages of a side, one after the other.
  Found Pages(const std::string& course, ListQuery query, const PageSizes& sizes) {
    Found found;
    query.paged = true;
    query.limit = 3;
    for (int pages = 0; pages < 2 * kLearners; ++pages) {
      CoursePage page(deps_, AsManager().caller, course, query, sizes);
      absl::StatusOr<Shown> shown = page.Find();
      EXPECT_OK(shown);
      if (!shown.ok()) break;
      const Ids& ids = query.side == Side::kUnassigned ? shown->unassigned : shown->assigned;
      EXPECT_LE(ids.size(), 3u);
      for (const std::string& id : shown->assigned) EXPECT_EQ(page.assignments().at(id).learner_id, id);
      found.ids.insert(found.ids.end(), ids.begin(), ids.end());
      if (pages == 0) found.total = shown->total;
      if (pages == 0) found.at_least = shown->total_at_least;
      if (!shown->next_cursor.has_value()) return found;
      query.cursor = *shown->next_cursor;
    }
    ADD_FAILURE() << "no last page";
    return found;
  }
};

TEST_P(CoursePageTest, PortionsShowWhatWholeListsDo) {
  for (const char* course : {"c1", "c2", "c3"}) {
    for (const char* sort : {"", "-fullname", "startDate", "-expiryDate", "assignedAt"}) {
      for (const char* search : {"", "Even", "Amal", "nobody"}) {
        for (Side side : {Side::kAssigned, Side::kUnassigned, Side::kBoth}) {
          for (std::optional<AccessState> state :
               {std::optional<AccessState>(), std::optional(AccessState::kActive),
                std::optional(AccessState::kUpcoming), std::optional(AccessState::kExpired)}) {
            ListQuery query{.search = search, .sort = sort, .state = state, .side = side};
            SCOPED_TRACE(std::string(course) + " " + sort + " " + search + " " +
                         std::to_string(static_cast<int>(side)));
            Found whole = Pages(course, query, {});
            EXPECT_FALSE(whole.at_least);
            EXPECT_EQ(whole.total, static_cast<int64_t>(whole.ids.size()));
            for (const PageSizes& sizes : {kPortions, kCompared}) {
              Found portions = Pages(course, query, sizes);
              EXPECT_EQ(portions.ids, whole.ids);
              EXPECT_TRUE(portions.at_least ? portions.total <= whole.total : portions.total == whole.total);
            }
          }
        }
      }
    }
  }
}

TEST_P(CoursePageTest, NoMessageHasMoreIdsThanAWholeListMay) {
  for (const char* sort : {"", "expiryDate"}) {
    for (const char* search : {"", "Even"}) {
      for (Side side : {Side::kAssigned, Side::kUnassigned}) {
        Pages("c1", {.search = search, .sort = sort, .side = side}, kPortions);
      }
    }
  }
  EXPECT_LE(upstreams_.auth.most_ids(), 5);
}

TEST_P(CoursePageTest, ASearchIsComparedInOneCallIfAuthCanAndWalkedIfItIsOlder) {
  ListQuery query{.paged = true, .search = "Even", .limit = 3, .side = Side::kAssigned};
  PageSizes sizes = kCompared;
  sizes.searched_before = 5;
  auto calls_of_page = [&] {
    const int before = upstreams_.auth.calls();
    CoursePage page(deps_, AsManager().caller, "c1", query, sizes);
    absl::StatusOr<Shown> shown = page.Find();
    EXPECT_OK(shown);
    EXPECT_EQ(shown->assigned, (Ids{"l4", "l8", "l10"}));
    return upstreams_.auth.calls() - before;
  };
  EXPECT_EQ(calls_of_page(), 1);
  upstreams_.auth.TakeAtMost(5);
  EXPECT_GT(calls_of_page(), 1);
  query.sort = "height";
  for (const char* course : {"c1", "nobody's"}) {
    CoursePage page(deps_, AsManager().caller, course, query, sizes);
    EXPECT_THAT(page.Find(), StatusIs(absl::StatusCode::kInvalidArgument)) << course;
  }
}

TEST_P(CoursePageTest, APageThatTakesLongIsShort) {
  ListQuery query{.paged = true, .search = "Even", .limit = 30, .side = Side::kAssigned};
  PageSizes sizes = kPortions;
  sizes.patience = 0;
  CoursePage page(deps_, AsManager().caller, "c1", query, sizes);
  absl::StatusOr<Shown> shown = page.Find();
  ASSERT_OK(shown);
  EXPECT_LE(shown->assigned.size(), 4u) << "of one portion";
  EXPECT_TRUE(shown->next_cursor.has_value());
  EXPECT_TRUE(shown->total_at_least);
}

TEST_P(CoursePageTest, WhoComesOrGoesBetweenPagesMovesNobodyElse) {
  ListQuery query{.paged = true, .limit = 3, .side = Side::kAssigned};
  CoursePage first(deps_, AsManager().caller, "c1", query, kPortions);
  absl::StatusOr<Shown> shown = first.Find();
  ASSERT_OK(shown);
  EXPECT_EQ(shown->assigned, (Ids{"l1", "l2", "l4"}));
  query.cursor = *shown->next_cursor;
  auto next = [&] {
    CoursePage page(deps_, AsManager().caller, "c1", query, kPortions);
    absl::StatusOr<Shown> second = page.Find();
    EXPECT_OK(second);
    return second->assigned;
  };
  EXPECT_EQ(next(), (Ids{"l5", "l7", "l8"}));
  ASSERT_OK(Assign("c1", {"l3"}));
  EXPECT_EQ(next(), (Ids{"l5", "l7", "l8"}));
  query.sort = "-fullname";
  CoursePage other(deps_, AsManager().caller, "c1", query, kPortions);
  EXPECT_THAT(other.Find(), StatusIs(absl::StatusCode::kInvalidArgument)) << "another list's cursor";
}

INSTANTIATE_TEST_SUITE_P(Engines, CoursePageTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
