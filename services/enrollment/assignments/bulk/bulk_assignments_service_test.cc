#include "services/enrollment/assignments/bulk/bulk_assignments_service.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::BulkAssignments::Stub;

class BulkAssignmentsServiceTest : public EnrollmentUnderTest {
 protected:
  static v1::BulkAssignRequest Rows(const std::vector<std::string>& ids, const std::vector<std::string>& emails) {
    v1::BulkAssignRequest request;
    request.set_course_id("c1");
    request.mutable_learner_ids()->Assign(ids.begin(), ids.end());
    request.mutable_emails()->Assign(emails.begin(), emails.end());
    request.set_start_date("2026-06-01");
    request.set_expiry_date("2026-06-30");
    return request;
  }
  absl::StatusOr<v1::BulkAssignResponse> Bulk(const v1::BulkAssignRequest& request) {
    return Call(*bulk_assignments_stub_, &Stub::BulkAssign, AsManager(), request);
  }
  static std::vector<std::string> Statuses(const v1::BulkAssignResponse& response) {
    std::vector<std::string> statuses;
    for (const auto& row : response.result()) statuses.push_back(row.given() + " " + row.status());
    return statuses;
  }
  absl::StatusOr<v1::ExtendCourseResponse> Extend(v1::ExtendCourseRequest request) {
    request.set_course_id("c1");
    return Call(*bulk_assignments_stub_, &Stub::ExtendCourse, AsManager(), request);
  }
  std::string ExpiryOf(const std::string& learner) { return FormatTime(Find("c1", learner)->window.expiry); }
  static std::string FieldOf(const absl::Status& status) {
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
    auto fields = DetailOf(status).fields;
    return fields.empty() ? "" : fields[0].field;
  }
};

TEST_F(BulkAssignmentsServiceTest, EachRowIsToldWhatBecameOfIt) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-05", "2026-06-10"));
  v1::BulkAssignRequest request =
      Rows({"l1", "l2", "nobody", "", "l2"}, {"l3@example.com", "l1@example.com", "nobody@example.com", "no address"});
  auto response = Bulk(request);
  ASSERT_OK(response);
  std::vector<std::string> expected = {"l1 already_assigned",
                                       "l2 assigned",
                                       "nobody unknown",
                                       " invalid",
                                       "l2 repeated",
                                       "l3@example.com assigned",
                                       "l1@example.com repeated",
                                       "nobody@example.com unknown",
                                       "no address invalid"};
  EXPECT_EQ(Statuses(*response), expected);
  EXPECT_EQ(response->result(5).learner_id(), "l3");
  EXPECT_EQ(response->result(5).fullname(), "Dina");
  EXPECT_FALSE(response->result(7).has_learner_id());
  EXPECT_EQ(response->counts().assigned(), 2);
  EXPECT_EQ(response->counts().already_assigned(), 1);
  EXPECT_EQ(response->counts().refused(), 6);
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 3u);
  EXPECT_EQ(ExpiryOf("l1"), "2026-06-10T20:59:59.999Z") << "it keeps its dates";
  EXPECT_EQ(Bulk(request)->counts().assigned(), 0) << "asked again, nothing happens";

  request.set_update_existing(true);
  EXPECT_EQ(Bulk(request)->counts().dates_changed(), 1);
  EXPECT_EQ(ExpiryOf("l1"), "2026-06-30T20:59:59.999Z");
}

TEST_F(BulkAssignmentsServiceTest, APreviewSaysTheSameAndChangesNothing) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-05", "2026-06-10"));
  v1::BulkAssignRequest request = Rows({"l1", "l2", "nobody"}, {});
  for (bool update : {false, true}) {
    request.set_update_existing(update);
    request.set_dry_run(true);
    auto preview = Bulk(request);
    ASSERT_OK(preview);
    EXPECT_EQ(AssignmentsOfCourse("c1").size(), update ? 2u : 1u);
    request.set_dry_run(false);
    EXPECT_EQ(Statuses(*preview), Statuses(*Bulk(request)));
  }
}

TEST_F(BulkAssignmentsServiceTest, ALearnerWhoIsJustBeingRemovedDoesNotKeepTheOthersFromIt) {
  ASSERT_OK(RemoveLearner(deps_, "l2", std::nullopt));
  auto response = Bulk(Rows({"l1", "l2"}, {}));
  ASSERT_OK(response);
  EXPECT_EQ(Statuses(*response), (std::vector<std::string>{"l1 assigned", "l2 unknown"}));
}

TEST_F(BulkAssignmentsServiceTest, AThousandRowsCostThreeCallsAndMoreAreRefused) {
  std::vector<std::string> ids;
  std::vector<std::string> emails;
  for (int i = 0; i < 500; ++i) {
    ids.push_back("many" + std::to_string(i));
    upstreams_.auth.Put(ids.back(), "Learner");
    upstreams_.auth.Put("mail" + std::to_string(i), "Learner");
    emails.push_back("mail" + std::to_string(i) + "@example.com");
  }
  auto response = Bulk(Rows(ids, emails));
  ASSERT_OK(response);
  EXPECT_EQ(response->counts().assigned(), 1000);
  EXPECT_EQ(upstreams_.auth.calls(), 2);
  EXPECT_EQ(upstreams_.catalog.calls(), 1);
  ids.push_back("l1");
  EXPECT_EQ(FieldOf(Bulk(Rows(ids, emails)).status()), "emails");
  EXPECT_EQ(FieldOf(Bulk(Rows({}, {})).status()), "emails");
}

TEST_F(BulkAssignmentsServiceTest, AnExtensionByDaysIsPreviewedAndThenDone) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-01", "2026-06-20"));
  ASSERT_OK(Assign("c1", {"l2"}, "2026-05-01", "2026-05-31"));
  v1::ExtendCourseRequest request;
  request.set_days(30);
  request.set_dry_run(true);
  auto preview = Extend(request);
  ASSERT_OK(preview);
  EXPECT_EQ(preview->changed(), 2);
  ASSERT_EQ(preview->result_size(), 2);
  EXPECT_EQ(preview->result(0).learner_id(), "l2") << "the soonest expiry first";
  EXPECT_EQ(preview->result(0).fullname(), "Basim");
  EXPECT_EQ(preview->result(0).state(), "expired");
  EXPECT_EQ(preview->result(0).new_state(), "active");
  EXPECT_EQ(preview->result(0).new_expiry_date(), "2026-06-30T20:59:59.999Z");
  EXPECT_EQ(ExpiryOf("l2"), "2026-05-31T20:59:59.999Z");
  request.set_dry_run(false);
  EXPECT_EQ(Extend(request)->changed(), 2);
  EXPECT_EQ(ExpiryOf("l2"), "2026-06-30T20:59:59.999Z");
  EXPECT_EQ(ExpiryOf("l1"), "2026-07-20T20:59:59.999Z");
}

TEST_F(BulkAssignmentsServiceTest, AnExtensionToADateTakesTimeFromNobodyUnlessAsked) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-01", "2026-06-20"));
  ASSERT_OK(Assign("c1", {"l2"}, "2026-06-01", "2026-12-31"));
  v1::ExtendCourseRequest request;
  request.set_expiry_date("2026-07-31");
  auto extended = Extend(request);
  ASSERT_OK(extended);
  EXPECT_EQ(extended->changed(), 1);
  EXPECT_EQ(extended->unchanged(), 1);
  EXPECT_EQ(ExpiryOf("l2"), "2026-12-31T20:59:59.999Z");
  request.set_shorten(true);
  EXPECT_EQ(Extend(request)->changed(), 1);
  EXPECT_EQ(ExpiryOf("l2"), "2026-07-31T20:59:59.999Z");
  request.set_expiry_date("2026-01-01");
  ASSERT_OK(Extend(request));
  EXPECT_EQ(Find("c1", "l1")->window.expiry, Find("c1", "l1")->window.start) << "never before the start";
}

TEST_F(BulkAssignmentsServiceTest, AnExtensionIsForThoseChosenAlone) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c1", {"l3"}, "2026-07-01", "2026-07-31"));
  v1::ExtendCourseRequest request;
  request.set_days(1);
  request.set_state("upcoming");
  EXPECT_EQ(Extend(request)->result(0).learner_id(), "l3");
  request.clear_state();
  request.add_learner_ids("l2");
  EXPECT_EQ(Extend(request)->changed(), 1);
  EXPECT_EQ(ExpiryOf("l2"), "2026-07-01T20:59:59.999Z");
  EXPECT_EQ(ExpiryOf("l1"), "2026-06-30T20:59:59.999Z");
  request.add_learner_ids("nobody");
  EXPECT_THAT(Extend(request), HasReason("user_not_found"));
}

TEST_F(BulkAssignmentsServiceTest, AnExtensionNeedsEitherADateOrDays) {
  v1::ExtendCourseRequest request;
  EXPECT_EQ(FieldOf(Extend(request).status()), "expiryDate");
  request.set_days(0);
  EXPECT_EQ(FieldOf(Extend(request).status()), "days");
  request.set_days(1);
  request.set_expiry_date("2026-06-30");
  EXPECT_EQ(FieldOf(Extend(request).status()), "expiryDate");
  request.clear_days();
  request.set_expiry_date("soon");
  EXPECT_EQ(FieldOf(Extend(request).status()), "expiryDate");
}

TEST_F(BulkAssignmentsServiceTest, OnlyManagersMayCall) {
  for (const CallIdentity& identity : {AsLearner("l1"), AsService()}) {
    EXPECT_THAT(Call(*bulk_assignments_stub_, &Stub::BulkAssign, identity, Rows({"l1"}, {})),
                StatusIs(absl::StatusCode::kPermissionDenied));
    EXPECT_THAT(Call(*bulk_assignments_stub_, &Stub::ExtendCourse, identity, v1::ExtendCourseRequest()),
                StatusIs(absl::StatusCode::kPermissionDenied));
  }
}

}  // namespace
}  // namespace academy::enrollment
