// What managers do with assignments: from the course's side and from the learner's.
//
// What is done to many at once, each for itself, is in assignments_bulk.cc.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "services/common/clock.h"
#include "services/common/rpc/handler.h"
#include "services/enrollment/assignment_lists.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/peers.h"

namespace academy::enrollment {

// Thread-safe.
class AssignmentsService final : public v1::Assignments::CallbackService {
 public:
  // All must outlive the service.
  struct Parts {
    RpcHandler& rpc;
    AssignmentStore& assignments;
    ProgressStore& progress;
    AuthClient& auth;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: where its days begin and end.
  AssignmentsService(const Parts& parts, const ProgressRules& rules, absl::TimeZone zone)
      : rpc_(parts.rpc),
        assignments_(parts.assignments),
        auth_(parts.auth),
        catalog_(parts.catalog),
        clock_(parts.clock),
        zone_(zone),
        lists_({parts.assignments, parts.progress, parts.auth, parts.catalog, parts.clock}, rules) {}

  ACADEMY_RPC(Queued, FetchUsersCourse, v1::FetchUsersCourseRequest, v1::CourseLearners)
  ACADEMY_RPC(Queued, AssignUserCourse, v1::AssignUserCourseRequest, v1::CourseLearners)
  ACADEMY_RPC(Queued, DeleteSelectedUsers, v1::DeleteSelectedUsersRequest, v1::CourseLearners)
  ACADEMY_RPC(Queued, FetchUserCourses, v1::FetchUserCoursesRequest, v1::LearnerCourses)
  ACADEMY_RPC(Queued, AssignToUser, v1::AssignToUserRequest, v1::LearnerCourses)
  ACADEMY_RPC(Queued, RemoveUserCourse, v1::RemoveUserCourseRequest, v1::LearnerCourses)
  ACADEMY_RPC(Queued, UpdateDates, v1::UpdateDatesRequest, v1::UpdateDatesResponse)
  ACADEMY_RPC(Queued, BulkAssign, v1::BulkAssignRequest, v1::BulkAssignResponse)
  ACADEMY_RPC(Queued, ExtendCourse, v1::ExtendCourseRequest, v1::ExtendCourseResponse)

 private:
  absl::StatusOr<v1::CourseLearners> FetchUsersCourse(const Caller& caller, const v1::FetchUsersCourseRequest& request);
  absl::StatusOr<v1::CourseLearners> AssignUserCourse(const Caller& caller, const v1::AssignUserCourseRequest& request);
  absl::StatusOr<v1::CourseLearners> DeleteSelectedUsers(const Caller& caller,
                                                         const v1::DeleteSelectedUsersRequest& request);
  absl::StatusOr<v1::LearnerCourses> FetchUserCourses(const Caller& caller, const v1::FetchUserCoursesRequest& request);
  absl::StatusOr<v1::LearnerCourses> AssignToUser(const Caller& caller, const v1::AssignToUserRequest& request);
  absl::StatusOr<v1::LearnerCourses> RemoveUserCourse(const Caller& caller, const v1::RemoveUserCourseRequest& request);
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
  absl::StatusOr<Cause> CauseOf(const Caller& caller, const CourseSide& side, const std::vector<std::string>& ids);

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
