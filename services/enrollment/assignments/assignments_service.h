// What managers do with assignments: from the course's side and from the learner's.
//
// What is done to many at once, each for itself, is in assignments_bulk.cc.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "services/enrollment/assignments/assignment_lists.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

// Thread-safe.
class AssignmentsService final : public v1::Assignments::CallbackService {
 public:
  // All must outlive the service.
  struct Deps {
    RpcHandler& rpc;
    AssignmentStore& assignments;
    ProgressStore& progress;
    AuthClient& auth;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: where its days begin and end.
  AssignmentsService(const Deps& deps, const ProgressRules& rules, absl::TimeZone zone)
      : rpc_(deps.rpc),
        assignments_(deps.assignments),
        auth_(deps.auth),
        catalog_(deps.catalog),
        clock_(deps.clock),
        zone_(zone),
        lists_({deps.assignments, deps.progress, deps.auth, deps.catalog, deps.clock}, rules) {}

  ACADEMY_RPC(rpc_.executor(), ListCourseLearners, v1::ListCourseLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), AssignLearners, v1::AssignLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), UnassignLearners, v1::UnassignLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), ListLearnerCourses, v1::ListLearnerCoursesRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), AssignCourses, v1::AssignCoursesRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), UnassignCourse, v1::UnassignCourseRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), UpdateDates, v1::UpdateDatesRequest, v1::UpdateDatesResponse)
  ACADEMY_RPC(rpc_.executor(), BulkAssign, v1::BulkAssignRequest, v1::BulkAssignResponse)
  ACADEMY_RPC(rpc_.executor(), ExtendCourse, v1::ExtendCourseRequest, v1::ExtendCourseResponse)

 private:
  absl::StatusOr<v1::CourseLearners> ListCourseLearners(const Caller& caller,
                                                        const v1::ListCourseLearnersRequest& request);
  absl::StatusOr<v1::CourseLearners> AssignLearners(const Caller& caller, const v1::AssignLearnersRequest& request);
  absl::StatusOr<v1::CourseLearners> UnassignLearners(const Caller& caller, const v1::UnassignLearnersRequest& request);
  absl::StatusOr<v1::LearnerCourses> ListLearnerCourses(const Caller& caller,
                                                        const v1::ListLearnerCoursesRequest& request);
  absl::StatusOr<v1::LearnerCourses> AssignCourses(const Caller& caller, const v1::AssignCoursesRequest& request);
  absl::StatusOr<v1::LearnerCourses> UnassignCourse(const Caller& caller, const v1::UnassignCourseRequest& request);
  absl::StatusOr<v1::UpdateDatesResponse> UpdateDates(const Caller& caller, const v1::UpdateDatesRequest& request);

  absl::StatusOr<v1::BulkAssignResponse> BulkAssign(const Caller& caller, const v1::BulkAssignRequest& request);
  absl::StatusOr<v1::ExtendCourseResponse> ExtendCourse(const Caller& caller, const v1::ExtendCourseRequest& request);

  // What auth and catalog say of the two sides of a list, asked before a change, so that nothing is changed that could
  // not be answered.
  struct CourseSide {
    catalog::v1::Course course;
    std::vector<auth::v1::Learner> learners;
    ListQuery query;
  };
  struct LearnerSide {
    auth::v1::Learner learner;
    std::vector<catalog::v1::Course> courses;
  };
  absl::StatusOr<CourseSide> LoadCourseSide(const Caller& caller, const std::string& course_id, ListQuery query);
  absl::StatusOr<LearnerSide> LoadLearnerSide(const Caller& caller, const std::string& learner_id,
                                              const ListQuery& query = {});
  // Who is to be named in the audit trail. NOT_FOUND user_not_found names the first of `ids` that is none.
  absl::StatusOr<AuditContext> AuditContextOf(const Caller& caller, const CourseSide& side,
                                              const std::vector<std::string>& ids);

  // By the assignment's id, or by the course's with the learner's.
  absl::StatusOr<AssignmentRecord> FindAssignment(const std::string& id, const std::string& learner_id);

  RpcHandler& rpc_;
  AssignmentStore& assignments_;
  AuthClient& auth_;
  CatalogClient& catalog_;
  const Clock& clock_;
  const absl::TimeZone zone_;
  AssignmentLists lists_;
};

}  // namespace academy::enrollment
