#include "services/enrollment/assignments_service.h"

#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/common/status.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/dates.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"

namespace academy::enrollment {
namespace {

constexpr char kFetched[] = "Assignments fetched";
constexpr char kUpdated[] = "Updated Successfully";

// The first of `ids` that no item has, or null.
template <typename Item>
const std::string* FirstUnknown(const std::vector<std::string>& ids, const std::vector<Item>& items) {
  std::unordered_set<std::string_view> known;
  for (const Item& item : items) known.insert(item.id());
  for (const std::string& id : ids) {
    if (!known.contains(id)) return &id;
  }
  return nullptr;
}

std::vector<AssignmentKey> KeysOfCourse(const std::string& course_id, const std::vector<std::string>& learner_ids) {
  std::vector<AssignmentKey> keys;
  for (const std::string& id : learner_ids) keys.push_back({.course_id = course_id, .learner_id = id});
  return keys;
}

// Names for those of `ids` that are among the courses.
Cause NamesOf(const Caller& caller, const auth::v1::Learner& learner, const std::vector<catalog::v1::Course>& courses,
              const std::vector<std::string>& ids) {
  Cause cause{.caller = caller, .names = {{learner.id(), learner.fullname()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const catalog::v1::Course& course : courses) {
    if (wanted.contains(course.id())) cause.names[course.id()] = course.title();
  }
  return cause;
}

}  // namespace

absl::StatusOr<v1::CourseLearners> AssignmentsService::FetchUsersCourse(const Caller& caller,
                                                                        const v1::FetchUsersCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kFetched);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::AssignUserCourse(const Caller& caller,
                                                                        const v1::AssignUserCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(Cause cause, CauseOf(caller, side, ids));
  RETURN_IF_ERROR(assignments_.Assign(cause, KeysOfCourse(request.course_id(), ids), window).status());
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::DeleteSelectedUsers(
    const Caller& caller, const v1::DeleteSelectedUsersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(Cause cause, CauseOf(caller, side, ids));
  RETURN_IF_ERROR(assignments_.Remove(cause, KeysOfCourse(request.course_id(), ids)));
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::FetchUserCourses(const Caller& caller,
                                                                        const v1::FetchUserCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.client_id(), "clientId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.client_id(), query));
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), query, kFetched);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::AssignToUser(const Caller& caller,
                                                                    const v1::AssignToUserRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.client_id(), "clientId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.courses_ids(), "coursesIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.client_id()));
  if (const std::string* unknown = FirstUnknown(ids, side.courses)) return CourseNotFound(*unknown);
  std::vector<AssignmentKey> keys;
  for (const std::string& id : ids) keys.push_back({.course_id = id, .learner_id = request.client_id()});
  RETURN_IF_ERROR(assignments_.Assign(NamesOf(caller, side.learner, side.courses, ids), keys, window).status());
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), {}, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::RemoveUserCourse(const Caller& caller,
                                                                        const v1::RemoveUserCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, FindAssignment(request.course_id(), request.client_id()));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, assignment.learner_id));
  RETURN_IF_ERROR(assignments_.Remove(NamesOf(caller, side.learner, side.courses, {assignment.course_id}),
                                      {{.course_id = assignment.course_id, .learner_id = assignment.learner_id}}));
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), {}, kUpdated);
}

absl::StatusOr<v1::UpdateDatesResponse> AssignmentsService::UpdateDates(const Caller& caller,
                                                                        const v1::UpdateDatesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, FindAssignment(request.course_id(), request.client_id()));
  ASSIGN_OR_RETURN(Window window,
                   ParseChangedWindow(request.start_date(), request.expiry_date(), assignment.window, zone_));
  ASSIGN_OR_RETURN(catalog::v1::Course course, catalog_.GetCourse(caller, assignment.course_id));
  ASSIGN_OR_RETURN(assignment, assignments_.SetWindow({.caller = caller, .names = {{course.id(), course.title()}}},
                                                      assignment.id, window));
  v1::UpdateDatesResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(assignment, clock_.Now());
  *response.mutable_result()->mutable_course() = std::move(course);
  return response;
}

absl::StatusOr<AssignmentsService::CourseSide> AssignmentsService::LoadCourseSide(const Caller& caller,
                                                                                  const std::string& course_id,
                                                                                  ListQuery query) {
  CourseSide side;
  side.query = std::move(query);
  ASSIGN_OR_RETURN(side.course, catalog_.GetCourse(caller, course_id));
  ASSIGN_OR_RETURN(side.learners, lists_.Learners(caller, side.query));
  return side;
}

absl::StatusOr<AssignmentsService::LearnerSide> AssignmentsService::LoadLearnerSide(const Caller& caller,
                                                                                    const std::string& learner_id,
                                                                                    const ListQuery& query) {
  LearnerSide side;
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, auth_.GetLearners(caller, {learner_id}));
  if (learners.empty()) return UserNotFound(learner_id);
  side.learner = std::move(learners.front());
  ASSIGN_OR_RETURN(side.courses, lists_.Courses(caller, query));
  return side;
}

absl::StatusOr<Cause> AssignmentsService::CauseOf(const Caller& caller, const CourseSide& side,
                                                  const std::vector<std::string>& ids) {
  std::vector<auth::v1::Learner> asked;
  if (side.query.paged) {
    ASSIGN_OR_RETURN(asked, auth_.GetLearners(caller, ids));
  }
  const std::vector<auth::v1::Learner>& known = side.query.paged ? asked : side.learners;
  if (const std::string* unknown = FirstUnknown(ids, known)) return UserNotFound(*unknown);
  Cause cause{.caller = caller, .names = {{side.course.id(), side.course.title()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const auth::v1::Learner& learner : known) {
    if (wanted.contains(learner.id())) cause.names[learner.id()] = learner.fullname();
  }
  return cause;
}

absl::StatusOr<AssignmentRecord> AssignmentsService::FindAssignment(const std::string& id,
                                                                    const std::string& learner_id) {
  absl::StatusOr<AssignmentRecord> assignment = assignments_.Get(id);
  if (absl::IsNotFound(assignment.status()) && !learner_id.empty()) return assignments_.Find({id, learner_id});
  if (assignment.ok() && !learner_id.empty() && assignment->learner_id != learner_id) return AssignmentNotFound();
  return assignment;
}

}  // namespace academy::enrollment
