#include "services/enrollment/assignments/assignments_service.h"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::Assignments::Stub;

class AssignmentsServiceTest : public EnrollmentUnderTest {
 protected:
  absl::StatusOr<v1::CourseLearners> Fetch(const std::string& course) {
    v1::ListCourseLearnersRequest request;
    request.set_course_id(course);
    return Call(*assignments_stub_, &Stub::ListCourseLearners, AsManager(), request);
  }
  absl::StatusOr<v1::LearnerCourses> ListCourses(const std::string& learner) {
    v1::ListLearnerCoursesRequest request;
    request.set_learner_id(learner);
    return Call(*assignments_stub_, &Stub::ListLearnerCourses, AsManager(), request);
  }
  absl::StatusOr<v1::LearnerCourses> Remove(const std::string& course, const std::string& learner) {
    v1::UnassignCourseRequest request;
    request.set_course_id(course);
    request.set_learner_id(learner);
    return Call(*assignments_stub_, &Stub::UnassignCourse, AsManager(), request);
  }
  absl::StatusOr<v1::UpdateDatesResponse> UpdateDates(const std::string& course, const std::string& learner,
                                                      const std::string& start, const std::string& expiry,
                                                      std::optional<int64_t> revision = std::nullopt) {
    v1::UpdateDatesRequest request;
    if (revision.has_value()) request.set_revision(*revision);
    request.set_course_id(course);
    request.set_learner_id(learner);
    request.set_start_date(start);
    request.set_expiry_date(expiry);
    return Call(*assignments_stub_, &Stub::UpdateDates, AsManager(), request);
  }
  // By a day; all of course c1 without learners.
  absl::StatusOr<v1::ExtendCourseResponse> Extend(const std::vector<std::string>& learners) {
    v1::ExtendCourseRequest request;
    request.set_course_id("c1");
    request.mutable_learner_ids()->Assign(learners.begin(), learners.end());
    request.set_days(1);
    return Call(*bulk_assignments_stub_, &v1::BulkAssignments::Stub::ExtendCourse, AsManager(), request);
  }
  // As the course's whole list, which is written by hand, has it.
  v1::Assignment Now(const std::string& course, const std::string& learner) {
    const absl::StatusOr<v1::CourseLearners> lists = Fetch(course);
    EXPECT_OK(lists);
    if (!lists.ok()) return {};
    for (const v1::Assignment& assignment : lists->result()) {
      if (assignment.learner_id() == learner) return assignment;
    }
    return {};
  }
};

TEST_F(AssignmentsServiceTest, AssigningShowsBothSidesOfTheCourse) {
  auto lists = Assign("c1", {"l1", "l3"});
  ASSERT_OK(lists);
  EXPECT_FALSE(lists->message().empty());
  ASSERT_EQ(lists->result_size(), 2);
  const v1::Assignment& first = lists->result(0);
  EXPECT_EQ(first.id(), IdOf("c1", "l1"));
  EXPECT_EQ(first.course_id(), "c1");
  EXPECT_EQ(first.learner_id(), "l1");
  EXPECT_EQ(first.user_id(), "l1");
  EXPECT_EQ(first.user().fullname(), "Amal");
  EXPECT_EQ(first.course().title(), "Course c1");
  EXPECT_EQ(first.start_date(), "2026-05-31T21:00:00.000Z");
  EXPECT_EQ(first.expiry_date(), "2026-06-30T20:59:59.999Z");
  EXPECT_EQ(first.state(), "active");
  EXPECT_FALSE(first.has_progress());
  ASSERT_EQ(lists->users_size(), 1);
  EXPECT_EQ(lists->users(0).id(), "l2");
  EXPECT_EQ(Fetch("c1")->result_size(), 2);
}

TEST_F(AssignmentsServiceTest, AssigningTwiceUpdatesTheDates) {
  ASSERT_OK(Assign("c1", {"l1"}));
  std::string id = IdOf("c1", "l1");
  auto again = Assign("c1", {"l1", "l1"}, "2026-07-01", "2026-07-02");
  ASSERT_OK(again);
  ASSERT_EQ(again->result_size(), 1);
  EXPECT_EQ(again->result(0).id(), id);
  EXPECT_EQ(again->result(0).state(), "upcoming");
}

TEST_F(AssignmentsServiceTest, EveryChangeOfAnAssignmentCountsOnce) {
  struct Change {
    const char* name;
    std::function<absl::Status()> make;
    int counts = 1;
  };
  const std::vector<Change> changes = {
      {"assigned again", [&] { return Assign("c1", {"l1"}, "2026-07-01", "2026-07-02").status(); }},
      {"assigned as it is", [&] { return Assign("c1", {"l1"}, "2026-07-01", "2026-07-02").status(); }, 0},
      {"other dates", [&] { return UpdateDates("c1", "l1", "2026-07-01", "2026-07-09").status(); }},
      {"the same dates", [&] { return UpdateDates("c1", "l1", "2026-07-01", "2026-07-09").status(); }, 0},
      {"assigned to the learner",
       [&] {
         v1::AssignCoursesRequest request;
         request.set_learner_id("l1");
         request.add_courses_ids("c1");
         request.set_start_date("2026-07-01");
         request.set_expiry_date("2026-07-10");
         return Call(*assignments_stub_, &Stub::AssignCourses, AsManager(), request).status();
       }},
      {"assigned in bulk",
       [&] {
         v1::BulkAssignRequest request;
         request.set_course_id("c1");
         request.add_learner_ids("l1");
         request.set_start_date("2026-07-01");
         request.set_expiry_date("2026-07-11");
         request.set_update_existing(true);
         return Call(*bulk_assignments_stub_, &v1::BulkAssignments::Stub::BulkAssign, AsManager(), request).status();
       }},
      {"extended with all", [&] { return Extend({}).status(); }},
      // l2 has the same dates and keeps them.
      {"extended alone", [&] { return Extend({"l1"}).status(); }},
      {"watched",
       [&] {
         return Report("c1-1", 5, {{0, 5}}).status();
       },
       0},
  };
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_EQ(Now("c1", "l1").revision(), 1);
  for (const Change& change : changes) {
    SCOPED_TRACE(change.name);
    if (change.name == std::string_view("extended with all")) {
      ASSERT_OK(Assign("c1", {"l2"}, "2026-07-01", "2026-07-11"));
    }
    if (change.name == std::string_view("watched")) {
      ASSERT_OK(UpdateDates("c1", "l1", "2026-06-01", "2026-07-09"));
    }
    int64_t before = Now("c1", "l1").revision();
    ASSERT_OK(change.make());
    EXPECT_EQ(Now("c1", "l1").revision(), before + change.counts);
  }
  EXPECT_EQ(Now("c1", "l2").revision(), 2);
}

TEST_F(AssignmentsServiceTest, WhoeverHasNotSeenAChangeDoesNotOverwriteIt) {
  ASSERT_OK(Assign("c1", {"l1"}));
  auto first = UpdateDates("c1", "l1", "2026-06-01", "2026-07-01", 1);
  ASSERT_OK(first);
  EXPECT_EQ(first->result().revision(), 2);
  absl::Status second = UpdateDates("c1", "l1", "2026-06-01", "2026-07-02", 1).status();
  EXPECT_THAT(second, HasReason("changed_meanwhile"));
  v1::Assignment result;
  ASSERT_TRUE(result.ParseFromString(ResultOf(second)));
  EXPECT_EQ(result.SerializeAsString(), first->result().SerializeAsString()) << "with its course";
  EXPECT_EQ(Now("c1", "l1").expiry_date(), first->result().expiry_date());
  // Even the dates of now: the manager has not seen how they came about.
  EXPECT_THAT(UpdateDates("c1", "l1", "2026-06-01", "2026-07-01", 1), HasReason("changed_meanwhile"));
  EXPECT_OK(UpdateDates("c1", "l1", "2026-06-01", "2026-07-02", 2));
  EXPECT_OK(UpdateDates("c1", "l1", "2026-06-01", "2026-07-03"));
}

TEST_F(AssignmentsServiceTest, OfRacingManagersOneComesFirst) {
  ASSERT_OK(Assign("c1", {"l1"}));
  constexpr int kRounds = 20;
  for (int round = 1; round <= kRounds; ++round) {
    std::vector<absl::Status> answers(2);
    std::vector<std::thread> managers;
    for (int i = 0; i < 2; ++i) {
      managers.emplace_back([&, i] {
        std::string expiry = (i == 0 ? "2027-01-" : "2027-02-") + std::to_string(round % 18 + 10);
        answers[i] = UpdateDates("c1", "l1", "2026-06-01", expiry, round).status();
      });
    }
    for (std::thread& manager : managers) manager.join();
    int winner = answers[0].ok() ? 0 : 1;
    EXPECT_OK(answers[winner]);
    EXPECT_THAT(answers[1 - winner], HasReason("changed_meanwhile"));
    EXPECT_EQ(Now("c1", "l1").revision(), round + 1);
    EXPECT_TRUE(Now("c1", "l1").expiry_date().starts_with(winner == 0 ? "2027-01" : "2027-02"));
  }
}

TEST_F(AssignmentsServiceTest, ADateThatIsNotGivenStaysAsAnotherManagerSetsItMeanwhile) {
  ASSERT_OK(Assign("c1", {"l1"}));
  constexpr int kRounds = 30;
  for (int round = 0; round < kRounds; ++round) {
    std::string day = std::to_string(round % 17 + 11);
    std::thread starts([&] { EXPECT_OK(UpdateDates("c1", "l1", "2026-01-" + day, "")); });
    std::thread ends([&] { EXPECT_OK(UpdateDates("c1", "l1", "", "2027-02-" + day)); });
    starts.join();
    ends.join();
    ASSERT_EQ(Now("c1", "l1").start_date().substr(0, 10), "2026-01-" + std::to_string(round % 17 + 10));
    ASSERT_EQ(Now("c1", "l1").expiry_date().substr(0, 10), "2027-02-" + day);
  }
}

TEST_F(AssignmentsServiceTest, AnUnknownLearnerIsNamedAndNobodyIsAssigned) {
  absl::Status status = Assign("c1", {"l1", "nobody"}).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, "user_not_found"));
  EXPECT_NE(MessageOf(status).find("nobody"), std::string_view::npos);
  EXPECT_EQ(Fetch("c1")->result_size(), 0);
}

TEST_F(AssignmentsServiceTest, AnUnknownCourseIsNamed) {
  for (const absl::Status& status : {Assign("c9", {"l1"}).status(), Fetch("c9").status()}) {
    EXPECT_THAT(status, HasReason("course_not_found"));
    EXPECT_NE(MessageOf(status).find("c9"), std::string_view::npos);
  }
}

TEST_F(AssignmentsServiceTest, BadRequestsNameTheirFields) {
  auto field_of = [](const absl::Status& status) {
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
    auto fields = DetailOf(status).fields;
    return fields.empty() ? "" : fields[0].field;
  };
  EXPECT_EQ(field_of(Assign("", {"l1"}).status()), "courseId");
  EXPECT_EQ(field_of(Assign("c1", {}).status()), "userIds");
  EXPECT_EQ(field_of(Assign("c1", {"l1", ""}).status()), "userIds[1]");
  EXPECT_EQ(field_of(Assign("c1", std::vector<std::string>(1001, "l1")).status()), "userIds");
  EXPECT_EQ(field_of(Assign("c1", {"l1"}, "soon").status()), "startDate");
  EXPECT_EQ(field_of(Assign("c1", {"l1"}, "2026-06-02", "2026-06-01").status()), "expiryDate");
  EXPECT_EQ(field_of(ListCourses("").status()), "clientId");
  EXPECT_EQ(Fetch("c1")->result_size(), 0);
}

TEST_F(AssignmentsServiceTest, DeletingSelectedLearnersAnswersWithTheListsAfterwards) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  v1::UnassignLearnersRequest request;
  request.set_course_id("c1");
  request.add_learner_ids("l1");
  request.add_learner_ids("l3");
  auto lists = Call(*assignments_stub_, &Stub::UnassignLearners, AsManager(), request);
  ASSERT_OK(lists) << "a learner without the course is no error";
  ASSERT_EQ(lists->result_size(), 1);
  EXPECT_EQ(lists->result(0).learner_id(), "l2");
  EXPECT_EQ(lists->users_size(), 2);
  request.set_learner_ids(0, "nobody");
  request.set_learner_ids(1, "l2");
  auto unknown = Call(*assignments_stub_, &Stub::UnassignLearners, AsManager(), request);
  EXPECT_THAT(unknown, HasReason("user_not_found"));
  EXPECT_EQ(Fetch("c1")->result_size(), 1);
}

TEST_F(AssignmentsServiceTest, ALearnersCoursesAreListedWithThoseNotAssigned) {
  v1::AssignCoursesRequest request;
  request.set_learner_id("l1");
  request.add_courses_ids("c2");
  request.set_start_date("2026-01-01");
  request.set_expiry_date("2026-01-31");
  auto lists = Call(*assignments_stub_, &Stub::AssignCourses, AsManager(), request);
  ASSERT_OK(lists);
  ASSERT_EQ(lists->user_courses_size(), 1);
  EXPECT_EQ(lists->user_courses(0).course().id(), "c2");
  EXPECT_EQ(lists->user_courses(0).state(), "expired");
  EXPECT_EQ(lists->unselected_courses_size(), 2);
  EXPECT_EQ(ListCourses("l1")->user_courses_size(), 1);

  request.add_courses_ids("c9");
  auto unknown = Call(*assignments_stub_, &Stub::AssignCourses, AsManager(), request);
  EXPECT_THAT(unknown, HasReason("course_not_found"));
  EXPECT_THAT(ListCourses("nobody"), HasReason("user_not_found"));
}

TEST_F(AssignmentsServiceTest, ACourseIsTakenByItsOwnIdOrByTheAssignments) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l1"}));
  auto lists = Remove("c1", "l1");
  ASSERT_OK(lists);
  EXPECT_EQ(lists->user_courses_size(), 1);
  EXPECT_EQ(lists->unselected_courses_size(), 2);
  EXPECT_EQ(Remove(IdOf("c2", "l1"), "l1")->user_courses_size(), 0);
  EXPECT_THAT(Remove("c1", "l1"), HasReason("assignment_not_found"));
  EXPECT_THAT(Remove(IdOf("c1", "l2"), "l1"), HasReason("assignment_not_found"));
  EXPECT_EQ(Fetch("c1")->result_size(), 1) << "another learner's assignment stays";
}

TEST_F(AssignmentsServiceTest, DatesAreChangedByAssignmentOrByCourseAndLearner) {
  ASSERT_OK(Assign("c1", {"l1"}));
  auto changed = UpdateDates(IdOf("c1", "l1"), "", "2026-01-01", "2026-01-31");
  ASSERT_OK(changed);
  EXPECT_EQ(changed->result().state(), "expired");
  EXPECT_EQ(changed->result().course().title(), "Course c1");
  changed = UpdateDates("c1", "l1", "", "2026-12-31");
  ASSERT_OK(changed);
  EXPECT_EQ(changed->result().start_date(), "2025-12-31T21:00:00.000Z") << "the date not given stays";
  EXPECT_EQ(changed->result().state(), "active");
  EXPECT_THAT(UpdateDates("c1", "", "", "2026-12-31"), HasReason("assignment_not_found"));
  EXPECT_EQ(DetailOf(UpdateDates("c1", "l1", "", "2020-12-31").status()).fields[0].code, "before_start");
}

TEST_F(AssignmentsServiceTest, OnlyManagersMayCall) {
  v1::ListCourseLearnersRequest request;
  request.set_course_id("c1");
  auto as = [&](const CallIdentity& identity) {
    return Call(*assignments_stub_, &Stub::ListCourseLearners, identity, request).status().code();
  };
  EXPECT_EQ(as(AsLearner("l1")), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(as({kTestCredential, {}}), absl::StatusCode::kUnauthenticated);
  CallIdentity stranger = AsManager();
  stranger.credential = "guessed";
  EXPECT_EQ(as(stranger), absl::StatusCode::kUnauthenticated);
}

TEST_F(AssignmentsServiceTest, AThousandLearnersCostOneCallToEachPeer) {
  std::vector<std::string> ids;
  for (int i = 0; i < 1000; ++i) {
    ids.push_back("learner" + std::to_string(i));
    upstreams_.auth.Put(ids.back(), "Learner " + std::to_string(i));
  }
  auto lists = Assign("c1", ids);
  ASSERT_OK(lists);
  EXPECT_EQ(lists->result_size(), 1000);
  EXPECT_EQ(upstreams_.auth.calls(), 1);
  EXPECT_EQ(upstreams_.catalog.calls(), 1);
}

TEST_F(AssignmentsServiceTest, WithoutAuthTheAnswerSaysSoAndNothingChanges) {
  upstreams_.StopAuth();
  absl::Status status = Assign("c1", {"l1"}).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable, "auth_unavailable"));
  EXPECT_GT(DetailOf(status).retry_after_seconds, 0);
  EXPECT_EQ(MessageOf(status).find("127.0.0.1"), std::string_view::npos) << "no addresses in answers";
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
}

TEST_F(AssignmentsServiceTest, ABusyPeersOwnReasonPassesThrough) {
  upstreams_.catalog.FailWith(ToGrpc(Error(absl::StatusCode::kUnavailable, "database_unavailable", "Not now")));
  EXPECT_THAT(Fetch("c1"), HasReason("database_unavailable"));
  upstreams_.catalog.FailWith({grpc::StatusCode::PERMISSION_DENIED, "inner words"});
  EXPECT_THAT(Fetch("c1"), StatusIs(absl::StatusCode::kInternal));
}

}  // namespace
}  // namespace academy::enrollment
