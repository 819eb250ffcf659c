#include "edge/bin/bin_page.h"

#include <gtest/gtest.h>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using Strings = std::vector<std::string>;

class BinPageTest : public testing::Test {
 protected:
  void AddLearner(const std::string& id, UnixMillis at) {
    auth::v1::BinnedLearner& learner = *learners_.add_learners();
    learner.set_learner_id(id);
    learner.set_deleted_at_ms(at);
    learner.set_fullname("Learner " + id);
    learner.set_deleted_by("Mona");
    learners_.set_total(learners_.total() + 1);
  }
  void AddCourse(const std::string& id, UnixMillis at, const std::string& by) {
    catalog::v1::BinnedCourse& course = *courses_.add_courses();
    course.set_course_id(id);
    course.set_deleted_at_ms(at);
    course.set_title("Course " + id);
    course.set_deleted_by(by);
    courses_.set_total(courses_.total() + 1);
  }
  static Strings Ids(const v1::FetchBinItemsResponse& page) {
    Strings ids;
    for (const v1::BinItem& item : page.result()) ids.push_back(item.id());
    return ids;
  }
  static absl::StatusOr<BinQuery> Read(std::optional<int> limit, const std::string& cursor) {
    v1::FetchBinItemsRequest request;
    if (limit.has_value()) request.set_limit(*limit);
    request.set_cursor(cursor);
    return ReadBinQuery(request);
  }

  auth::v1::ListBinnedLearnersResponse learners_;
  catalog::v1::ListBinnedCoursesResponse courses_;
};

TEST_F(BinPageTest, BothKindsAreOneListLastDeletedFirst) {
  AddLearner("b", 3000);
  AddLearner("a", 1000);
  AddCourse("d", 3000, "m1");
  AddCourse("c", 2000, "gone");
  (*learners_.mutable_manager_names())["m1"] = "Mona";
  v1::FetchBinItemsResponse page = MergeBin(learners_, courses_, 10);
  EXPECT_EQ(Ids(page), (Strings{"d", "b", "c", "a"}));
  EXPECT_EQ(page.total(), 4);
  EXPECT_FALSE(page.has_next_cursor());
  EXPECT_EQ(page.result(0).kind(), "course");
  EXPECT_EQ(page.result(0).title(), "Course d");
  EXPECT_EQ(page.result(0).deleted_by(), "Mona");
  EXPECT_EQ(page.result(1).kind(), "learner");
  EXPECT_EQ(page.result(2).deleted_by(), "gone") << "the id of a manager who is gone";
}

TEST_F(BinPageTest, TheCursorIsWhereThePageEnds) {
  AddLearner("b", 3000);
  AddCourse("c", 2000, "m1");
  AddCourse("a", 1000, "m1");
  v1::FetchBinItemsResponse page = MergeBin(learners_, courses_, 2);
  EXPECT_EQ(Ids(page), (Strings{"b", "c"}));
  ASSERT_TRUE(page.has_next_cursor());
  auto query = Read(2, page.next_cursor());
  ASSERT_OK(query);
  EXPECT_EQ(query->cursor.before, 2000);
  EXPECT_EQ(query->cursor.id, "c");
}

TEST_F(BinPageTest, WhatIsNoLimitOrCursorIsRefused) {
  EXPECT_EQ(Read(std::nullopt, "")->limit, 50);
  EXPECT_THAT(Read(0, ""), HasReason("validation_failed"));
  EXPECT_THAT(Read(1001, ""), HasReason("validation_failed"));
  for (const char* cursor : {"nonsense", "!", "MTIz", "LTEuYQ", "MS4"}) {
    EXPECT_THAT(Read(5, cursor), HasReason("validation_failed")) << cursor;
  }
}

}  // namespace
}  // namespace academy::edge
