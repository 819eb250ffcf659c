#include "services/enrollment/assignments_service.h"

#include <unordered_map>
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

// Names for those of `ids` that are among the learners.
Cause CauseOf(const Caller& caller, const catalog::v1::Course& course, const std::vector<auth::v1::Learner>& learners,
              const std::vector<std::string>& ids) {
  Cause cause{.caller = caller, .names = {{course.id(), course.title()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const auth::v1::Learner& learner : learners) {
    if (wanted.contains(learner.id())) cause.names[learner.id()] = learner.fullname();
  }
  return cause;
}

// The same from the learner's side.
Cause CauseOf(const Caller& caller, const auth::v1::Learner& learner, const std::vector<catalog::v1::Course>& courses,
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
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id()));
  return Answer(std::move(side), kFetched);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::AssignUserCourse(const Caller& caller,
                                                                        const v1::AssignUserCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id()));
  if (const std::string* unknown = FirstUnknown(ids, side.learners)) return UserNotFound(*unknown);
  RETURN_IF_ERROR(assignments_.Assign(CauseOf(caller, side.course, side.learners, ids),
                                      KeysOfCourse(request.course_id(), ids), window));
  return Answer(std::move(side), kUpdated);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::DeleteSelectedUsers(
    const Caller& caller, const v1::DeleteSelectedUsersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id()));
  if (const std::string* unknown = FirstUnknown(ids, side.learners)) return UserNotFound(*unknown);
  RETURN_IF_ERROR(
      assignments_.Remove(CauseOf(caller, side.course, side.learners, ids), KeysOfCourse(request.course_id(), ids)));
  return Answer(std::move(side), kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::FetchUserCourses(const Caller& caller,
                                                                        const v1::FetchUserCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.client_id(), "clientId"));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.client_id()));
  return Answer(std::move(side), kFetched);
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
  RETURN_IF_ERROR(assignments_.Assign(CauseOf(caller, side.learner, side.courses, ids), keys, window));
  return Answer(std::move(side), kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::RemoveUserCourse(const Caller& caller,
                                                                        const v1::RemoveUserCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, FindAssignment(request.course_id(), request.client_id()));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, assignment.learner_id));
  RETURN_IF_ERROR(assignments_.Remove(CauseOf(caller, side.learner, side.courses, {assignment.course_id}),
                                      {{.course_id = assignment.course_id, .learner_id = assignment.learner_id}}));
  return Answer(std::move(side), kUpdated);
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
                                                                                  const std::string& course_id) {
  CourseSide side;
  ASSIGN_OR_RETURN(side.course, catalog_.GetCourse(caller, course_id));
  ASSIGN_OR_RETURN(side.learners, auth_.AllLearners(caller));
  return side;
}

absl::StatusOr<AssignmentsService::LearnerSide> AssignmentsService::LoadLearnerSide(const Caller& caller,
                                                                                    const std::string& learner_id) {
  LearnerSide side;
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, auth_.GetLearners(caller, {learner_id}));
  if (learners.empty()) return UserNotFound(learner_id);
  side.learner = std::move(learners.front());
  ASSIGN_OR_RETURN(side.courses, catalog_.AllCourses(caller));
  return side;
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::Answer(CourseSide side, const char* message) {
  ASSIGN_OR_RETURN(std::vector<AssignmentRecord> assignments, assignments_.OfCourse(side.course.id()));
  std::unordered_map<std::string_view, const AssignmentRecord*> by_learner;
  for (const AssignmentRecord& assignment : assignments) by_learner[assignment.learner_id] = &assignment;

  v1::CourseLearners response;
  response.set_message(message);
  UnixMillis now = clock_.Now();
  catalog::v1::Course summary = Summary(side.course);
  // Both lists keep auth's order, by name. An assignment without a learner is about to be cleaned up.
  for (auth::v1::Learner& learner : side.learners) {
    auto assignment = by_learner.find(learner.id());
    if (assignment == by_learner.end()) {
      *response.add_users() = std::move(learner);
      continue;
    }
    v1::Assignment* out = response.add_result();
    *out = ToProto(*assignment->second, now);
    *out->mutable_course() = summary;
    *out->mutable_user() = std::move(learner);
  }
  return response;
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::Answer(LearnerSide side, const char* message) {
  ASSIGN_OR_RETURN(std::vector<AssignmentRecord> assignments, assignments_.OfLearner(side.learner.id()));
  std::unordered_map<std::string_view, const AssignmentRecord*> by_course;
  for (const AssignmentRecord& assignment : assignments) by_course[assignment.course_id] = &assignment;

  v1::LearnerCourses response;
  response.set_message(message);
  UnixMillis now = clock_.Now();
  // Both lists keep the catalog's order, newest first.
  for (catalog::v1::Course& course : side.courses) {
    auto assignment = by_course.find(course.id());
    if (assignment == by_course.end()) {
      *response.add_unselected_courses() = std::move(course);
      continue;
    }
    v1::Assignment* out = response.add_user_courses();
    *out = ToProto(*assignment->second, now);
    *out->mutable_course() = std::move(course);
  }
  return response;
}

absl::StatusOr<AssignmentRecord> AssignmentsService::FindAssignment(const std::string& id,
                                                                    const std::string& learner_id) {
  absl::StatusOr<AssignmentRecord> assignment = assignments_.Get(id);
  if (absl::IsNotFound(assignment.status()) && !learner_id.empty()) return assignments_.Find({id, learner_id});
  if (assignment.ok() && !learner_id.empty() && assignment->learner_id != learner_id) return AssignmentNotFound();
  return assignment;
}

}  // namespace academy::enrollment
