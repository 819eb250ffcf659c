// Pages of the two lists of assignments, through the service.
#include "services/enrollment/assignments/lists/assignment_lists.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::Assignments::Stub;
using Ids = std::vector<std::string>;

class AssignmentListsTest : public EnrollmentUnderTest {
 protected:
  absl::StatusOr<v1::CourseLearners> Fetch(v1::ListCourseLearnersRequest request) {
    request.set_course_id("c1");
    return Call(*assignments_stub_, &Stub::ListCourseLearners, AsManager(), request);
  }
  absl::StatusOr<v1::LearnerCourses> ListCourses(v1::ListLearnerCoursesRequest request) {
    request.set_learner_id("l1");
    return Call(*assignments_stub_, &Stub::ListLearnerCourses, AsManager(), request);
  }
  static Ids Assigned(const v1::CourseLearners& lists) {
    Ids ids;
    for (const v1::Assignment& assignment : lists.result()) {
      EXPECT_EQ(assignment.user().id(), assignment.learner_id());
      EXPECT_EQ(assignment.course().id(), "c1");
      ids.push_back(assignment.learner_id());
    }
    return ids;
  }
  static Ids Unassigned(const v1::CourseLearners& lists) {
    Ids ids;
    for (const auth::v1::Learner& learner : lists.users()) ids.push_back(learner.id());
    return ids;
  }
  static std::string FieldOf(const absl::Status& status) {
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
    auto fields = DetailOf(status).fields;
    return fields.empty() ? "" : fields[0].field;
  }
};

TEST_F(AssignmentListsTest, WithoutPagingFieldsBothListsAreWholeAndTellNoTotal) {
  ASSERT_OK(Assign("c1", {"l1"}));
  auto lists = Fetch({});
  EXPECT_FALSE(lists->has_total());
  EXPECT_EQ(Assigned(*lists), Ids{"l1"});
  EXPECT_EQ(Unassigned(*lists), (Ids{"l2", "l3"}));
}

TEST_F(AssignmentListsTest, PagesFollowEachOtherToTheEnd) {
  for (int i = 4; i <= 9; ++i) upstreams_.auth.Put("l" + std::to_string(i), "Learner " + std::to_string(i));
  ASSERT_OK(Assign("c1", {"l1", "l3", "l4", "l6", "l9"}));
  v1::ListCourseLearnersRequest request;
  request.set_limit(2);
  auto first = Fetch(request);
  ASSERT_OK(first);
  EXPECT_EQ(Assigned(*first), (Ids{"l1", "l3"}));
  EXPECT_EQ(Unassigned(*first), (Ids{"l2", "l5"})) << "as many as a page holds";
  EXPECT_EQ(first->total(), 5);
  request.set_cursor(first->next_cursor());
  auto second = Fetch(request);
  EXPECT_EQ(Assigned(*second), (Ids{"l4", "l6"}));
  request.set_cursor(second->next_cursor());
  auto third = Fetch(request);
  EXPECT_EQ(Assigned(*third), (Ids{"l9"}));
  EXPECT_FALSE(third->has_next_cursor());
  EXPECT_EQ(third->total(), 5);
}

TEST_F(AssignmentListsTest, ALearnerWhoCameOrWentBetweenPagesMovesNobodyElse) {
  for (int i = 4; i <= 9; ++i) upstreams_.auth.Put("l" + std::to_string(i), "Learner " + std::to_string(i));
  ASSERT_OK(Assign("c1", {"l1", "l3", "l4", "l6", "l9"}));
  v1::ListCourseLearnersRequest request;
  request.set_limit(2);
  request.set_list("assigned");
  request.set_cursor(Fetch(request)->next_cursor());
  ASSERT_OK(Assign("c1", {"l2"}));
  EXPECT_EQ(Assigned(*Fetch(request)), (Ids{"l4", "l6"})) << "after l3, wherever that is now";
  upstreams_.auth.Remove("l3");
  EXPECT_EQ(Assigned(*Fetch(request)), (Ids{"l2", "l4"})) << "the last one itself is gone: nobody is left out";
}

TEST_F(AssignmentListsTest, EitherListIsPagedAlone) {
  ASSERT_OK(Assign("c1", {"l2"}));
  v1::ListCourseLearnersRequest request;
  request.set_list("unassigned");
  request.set_limit(1);
  auto page = Fetch(request);
  ASSERT_OK(page);
  EXPECT_EQ(page->result_size(), 0);
  EXPECT_EQ(Unassigned(*page), Ids{"l1"});
  EXPECT_EQ(page->total(), 2);
  request.set_cursor(page->next_cursor());
  EXPECT_EQ(Unassigned(*Fetch(request)), Ids{"l3"});
  request.set_list("assigned");
  EXPECT_EQ(FieldOf(Fetch(request).status()), "cursor") << "another list's cursor";
  request.clear_cursor();
  page = Fetch(request);
  EXPECT_EQ(Assigned(*page), Ids{"l2"});
  EXPECT_EQ(page->users_size(), 0);
}

TEST_F(AssignmentListsTest, TheSearchIsAuthsAndFindsInBothLists) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  v1::ListCourseLearnersRequest request;
  request.set_search("a");
  auto page = Fetch(request);
  EXPECT_EQ(Assigned(*page), (Ids{"l1", "l2"})) << "Amal, Basim";
  EXPECT_EQ(Unassigned(*page), Ids{"l3"}) << "Dina";
  request.set_search("Bas");
  page = Fetch(request);
  EXPECT_EQ(Assigned(*page), Ids{"l2"});
  EXPECT_EQ(page->total(), 1);
  EXPECT_EQ(page->users_size(), 0);
  request.set_search("");
  request.set_sort("-fullname");
  EXPECT_EQ(Assigned(*Fetch(request)), (Ids{"l2", "l1"}));
}

TEST_F(AssignmentListsTest, AssignmentsAreSortedByTheirDatesAndFilteredByState) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-01", "2026-06-20"));
  ASSERT_OK(Assign("c1", {"l2"}, "2026-05-01", "2026-05-31"));
  ASSERT_OK(Assign("c1", {"l3"}, "2026-06-10", "2026-06-16"));
  v1::ListCourseLearnersRequest request;
  request.set_sort("expiryDate");
  EXPECT_EQ(Assigned(*Fetch(request)), (Ids{"l2", "l3", "l1"}));
  request.set_sort("-startDate");
  EXPECT_EQ(Assigned(*Fetch(request)), (Ids{"l3", "l1", "l2"}));
  request.set_search("D");
  EXPECT_EQ(Assigned(*Fetch(request)), Ids{"l3"});
  request.set_search("");
  request.set_state("active");
  auto page = Fetch(request);
  EXPECT_EQ(Assigned(*page), (Ids{"l3", "l1"}));
  EXPECT_EQ(page->total(), 2);
}

TEST_F(AssignmentListsTest, WhatCannotBeReadIsRefusedByField) {
  v1::ListCourseLearnersRequest request;
  request.set_limit(0);
  EXPECT_EQ(FieldOf(Fetch(request).status()), "limit");
  request.set_limit(1001);
  EXPECT_EQ(FieldOf(Fetch(request).status()), "limit");
  request.set_limit(10);
  request.set_state("gone");
  EXPECT_EQ(FieldOf(Fetch(request).status()), "state");
  request.clear_state();
  request.set_list("all");
  EXPECT_EQ(FieldOf(Fetch(request).status()), "list");
  request.clear_list();
  request.set_cursor("nonsense");
  EXPECT_EQ(FieldOf(Fetch(request).status()), "cursor");
  request.clear_cursor();
  request.set_sort("height");
  EXPECT_EQ(FieldOf(Fetch(request).status()), "sort") << "auth's own word";
}

TEST_F(AssignmentListsTest, AChangeAnswersWithAPageWhereOneIsAskedFor) {
  v1::AssignLearnersRequest request;
  request.set_course_id("c1");
  request.add_learner_ids("l1");
  request.add_learner_ids("l2");
  request.set_start_date("2026-06-01");
  request.set_expiry_date("2026-06-30");
  request.set_limit(1);
  auto page = Call(*assignments_stub_, &Stub::AssignLearners, AsManager(), request);
  ASSERT_OK(page);
  EXPECT_EQ(Assigned(*page), Ids{"l1"});
  EXPECT_EQ(page->total(), 2);
  request.add_learner_ids("nobody");
  auto unknown = Call(*assignments_stub_, &Stub::AssignLearners, AsManager(), request);
  EXPECT_THAT(unknown, HasReason("user_not_found"));
}

TEST_F(AssignmentListsTest, ALearnersCoursesArePagedSearchedAndShowProgress) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-01", "2026-06-30"));
  ASSERT_OK(Assign("c2", {"l1"}, "2026-06-01", "2026-06-20"));
  ASSERT_OK(ReportOf("l1", "c1", "c1-1", 40, {{0, 40}}));
  auto whole = ListCourses({});
  ASSERT_OK(whole);
  EXPECT_FALSE(whole->has_total());
  ASSERT_EQ(whole->user_courses_size(), 2);
  EXPECT_EQ(whole->user_courses(0).progress().percent(), 10);
  EXPECT_EQ(whole->user_courses(0).progress().parts_size(), 2);
  EXPECT_EQ(whole->unselected_courses_size(), 1);
  v1::ListLearnerCoursesRequest request;
  request.set_sort("expiryDate");
  request.set_limit(1);
  auto page = ListCourses(request);
  ASSERT_EQ(page->user_courses_size(), 1);
  EXPECT_EQ(page->user_courses(0).course_id(), "c2");
  EXPECT_EQ(page->total(), 2);
  request.set_cursor(page->next_cursor());
  EXPECT_EQ(ListCourses(request)->user_courses(0).course_id(), "c1");
  v1::ListLearnerCoursesRequest search;
  search.set_search("c3");
  page = ListCourses(search);
  EXPECT_EQ(page->user_courses_size(), 0);
  ASSERT_EQ(page->unselected_courses_size(), 1);
  EXPECT_EQ(page->unselected_courses(0).id(), "c3");
}

}  // namespace
}  // namespace academy::enrollment
