#include "services/enrollment/assignments/assignments_service.h"

#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/assignments/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

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
AuditContext NamesOf(const Caller& caller, const auth::v1::Learner& learner,
                     const std::vector<catalog::v1::Course>& courses, const std::vector<std::string>& ids) {
  AuditContext audit{.caller = caller, .names = {{learner.id(), learner.fullname()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const catalog::v1::Course& course : courses) {
    if (wanted.contains(course.id())) audit.names[course.id()] = course.title();
  }
  return audit;
}

}  // namespace

absl::StatusOr<v1::CourseLearners> AssignmentsService::ListCourseLearners(
    const Caller& caller, const v1::ListCourseLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kFetched);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::AssignLearners(const Caller& caller,
                                                                      const v1::AssignLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(AuditContext audit, AuditContextOf(caller, side, ids));
  RETURN_IF_ERROR(assignments_.Assign(audit, KeysOfCourse(request.course_id(), ids), window).status());
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::UnassignLearners(const Caller& caller,
                                                                        const v1::UnassignLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.user_ids(), "userIds"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(AuditContext audit, AuditContextOf(caller, side, ids));
  RETURN_IF_ERROR(assignments_.Remove(audit, KeysOfCourse(request.course_id(), ids)));
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::ListLearnerCourses(
    const Caller& caller, const v1::ListLearnerCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.client_id(), "clientId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.client_id(), query));
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), query, kFetched);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::AssignCourses(const Caller& caller,
                                                                     const v1::AssignCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.client_id(), "clientId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.courses_ids(), "coursesIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.client_id()));
  if (const std::string* unknown = FirstUnknown(ids, side.courses)) return error::CourseNotFound(*unknown);
  std::vector<AssignmentKey> keys;
  for (const std::string& id : ids) keys.push_back({.course_id = id, .learner_id = request.client_id()});
  RETURN_IF_ERROR(assignments_.Assign(NamesOf(caller, side.learner, side.courses, ids), keys, window).status());
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), {}, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::UnassignCourse(const Caller& caller,
                                                                      const v1::UnassignCourseRequest& request) {
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
  if (learners.empty()) return error::LearnerNotFound(learner_id);
  side.learner = std::move(learners.front());
  ASSIGN_OR_RETURN(side.courses, lists_.Courses(caller, query));
  return side;
}

absl::StatusOr<AuditContext> AssignmentsService::AuditContextOf(const Caller& caller, const CourseSide& side,
                                                                const std::vector<std::string>& ids) {
  std::vector<auth::v1::Learner> asked;
  if (side.query.paged) {
    ASSIGN_OR_RETURN(asked, auth_.GetLearners(caller, ids));
  }
  const std::vector<auth::v1::Learner>& known = side.query.paged ? asked : side.learners;
  if (const std::string* unknown = FirstUnknown(ids, known)) return error::LearnerNotFound(*unknown);
  AuditContext audit{.caller = caller, .names = {{side.course.id(), side.course.title()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const auth::v1::Learner& learner : known) {
    if (wanted.contains(learner.id())) audit.names[learner.id()] = learner.fullname();
  }
  return audit;
}

absl::StatusOr<AssignmentRecord> AssignmentsService::FindAssignment(const std::string& id,
                                                                    const std::string& learner_id) {
  absl::StatusOr<AssignmentRecord> assignment = assignments_.Get(id);
  if (absl::IsNotFound(assignment.status()) && !learner_id.empty()) return assignments_.Find({id, learner_id});
  if (assignment.ok() && !learner_id.empty() && assignment->learner_id != learner_id)
    return error::AssignmentNotFound();
  return assignment;
}

}  // namespace academy::enrollment
