// The Assignments service: managers read and change assignments by course and by learner.
//
// Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/assignments/lists/assignment_lists.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class AssignmentsService final : public v1::Assignments::CallbackService {
 public:
  explicit AssignmentsService(const Deps& deps) : deps_(deps), rpc_(deps.rpc), lists_(deps) {}

  ACADEMY_RPC(rpc_.executor(), ListCourseLearners, v1::ListCourseLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), AssignLearners, v1::AssignLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), UnassignLearners, v1::UnassignLearnersRequest, v1::CourseLearners)
  ACADEMY_RPC(rpc_.executor(), ListLearnerCourses, v1::ListLearnerCoursesRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), AssignCourses, v1::AssignCoursesRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), UnassignCourse, v1::UnassignCourseRequest, v1::LearnerCourses)
  ACADEMY_RPC(rpc_.executor(), UpdateDates, v1::UpdateDatesRequest, v1::UpdateDatesResponse)

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

  // Data from auth and the catalog for a course's and for a learner's list. A change loads it first, so that it fails
  // before anything is changed.
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
  // Returns the names of the course and of the learners `ids`. NOT_FOUND user_not_found names the first unknown id.
  absl::StatusOr<AuditContext> AuditContextOf(const Caller& caller, const CourseSide& side,
                                              const std::vector<std::string>& ids);

  // Loads an assignment by its own id, or by course and learner. If a learner is given, another learner's assignment is
  // not found.
  absl::StatusOr<AssignmentRecord> LoadAssignment(const std::string& id, const std::string& learner_id);

  const Deps& deps_;
  RpcHandler& rpc_;
  AssignmentLists lists_;
};

}  // namespace academy::enrollment
