#include "services/enrollment/assignments/assignments_service.h"

#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/access/dates.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/revisions/revision.h"

namespace academy::enrollment {
namespace {

constexpr char kFetched[] = "Assignments fetched";
constexpr char kUpdated[] = "Updated Successfully";

// Returns the first of `ids` that no item has, or null.
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

// Returns a context with the names of the learner and of the courses in `ids`.
AuditContext ContextOf(const Caller& caller, const auth::v1::Learner& learner,
                       const std::vector<catalog::v1::Course>& courses, const std::vector<std::string>& ids) {
  AuditContext context{.caller = caller, .names = {{learner.id(), learner.fullname()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const catalog::v1::Course& course : courses) {
    if (wanted.contains(course.id())) context.names[course.id()] = course.title();
  }
  return context;
}

}  // namespace

absl::StatusOr<v1::CourseLearners> AssignmentsService::ListCourseLearners(
    const Caller& caller, const v1::ListCourseLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kFetched);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::AssignLearners(const Caller& caller,
                                                                      const v1::AssignLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.learner_ids(), "userIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), deps_.zone.Get()));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(AuditContext context, AuditContextOf(caller, side, ids));
  RETURN_IF_ERROR(Assign(deps_, context, SpecsOf(KeysOfCourse(request.course_id(), ids), window)).status());
  // Others write while the list is made.
  RETURN_IF_ERROR(CommitJoinedWrites());
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::CourseLearners> AssignmentsService::UnassignLearners(const Caller& caller,
                                                                        const v1::UnassignLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.learner_ids(), "userIds"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(CourseSide side, LoadCourseSide(caller, request.course_id(), std::move(query)));
  ASSIGN_OR_RETURN(AuditContext context, AuditContextOf(caller, side, ids));
  RETURN_IF_ERROR(Unassign(deps_, context, KeysOfCourse(request.course_id(), ids)));
  RETURN_IF_ERROR(CommitJoinedWrites());
  return lists_.OfCourse(caller, side.course, std::move(side.learners), side.query, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::ListLearnerCourses(
    const Caller& caller, const v1::ListLearnerCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireId(request.learner_id(), "clientId"));
  ASSIGN_OR_RETURN(ListQuery query, ReadListQuery(request));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.learner_id(), query));
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), query, kFetched);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::AssignCourses(const Caller& caller,
                                                                     const v1::AssignCoursesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.learner_id(), "clientId"));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, RequireIds(request.courses_ids(), "coursesIds"));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), deps_.zone.Get()));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, request.learner_id()));
  if (const std::string* unknown = FirstUnknown(ids, side.courses)) return error::CourseNotFound(*unknown);
  std::vector<AssignmentKey> keys;
  for (const std::string& id : ids) keys.push_back({.course_id = id, .learner_id = request.learner_id()});
  AuditContext context = ContextOf(caller, side.learner, side.courses, ids);
  RETURN_IF_ERROR(Assign(deps_, context, SpecsOf(keys, window)).status());
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), {}, kUpdated);
}

absl::StatusOr<v1::LearnerCourses> AssignmentsService::UnassignCourse(const Caller& caller,
                                                                      const v1::UnassignCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, LoadAssignment(request.course_id(), request.learner_id()));
  ASSIGN_OR_RETURN(LearnerSide side, LoadLearnerSide(caller, assignment.learner_id));
  AuditContext context = ContextOf(caller, side.learner, side.courses, {assignment.course_id});
  AssignmentKey key{.course_id = assignment.course_id, .learner_id = assignment.learner_id};
  RETURN_IF_ERROR(Unassign(deps_, context, {key}));
  return lists_.OfLearner(side.learner.id(), std::move(side.courses), {}, kUpdated);
}

absl::StatusOr<v1::UpdateDatesResponse> AssignmentsService::UpdateDates(const Caller& caller,
                                                                        const v1::UpdateDatesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, LoadAssignment(request.course_id(), request.learner_id()));
  ASSIGN_OR_RETURN(catalog::v1::Course course, deps_.catalog.GetCourse(caller, assignment.course_id));
  AuditContext context{.caller = caller, .names = {{course.id(), course.title()}}};
  auto describe = [&](const AssignmentRecord& record) {
    v1::Assignment result = ToProto(record, deps_.clock.Now());
    *result.mutable_course() = course;
    return result;
  };
  // A date that is not given stays as it is now, not as it was when this call began.
  auto change = [&](const AssignmentRecord& present) -> absl::StatusOr<Window> {
    RETURN_IF_ERROR(RequireRevision(request, present.revision, [&] { return describe(present); }));
    return ParseChangedWindow(request.start_date(), request.expiry_date(), present.window, deps_.zone.Get());
  };
  ASSIGN_OR_RETURN(assignment, ChangeDates(deps_, context, assignment.id, change));
  v1::UpdateDatesResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = describe(assignment);
  return response;
}

absl::StatusOr<AssignmentsService::CourseSide> AssignmentsService::LoadCourseSide(const Caller& caller,
                                                                                  const std::string& course_id,
                                                                                  ListQuery query) {
  CourseSide side;
  side.query = std::move(query);
  ASSIGN_OR_RETURN(side.course, deps_.catalog.GetCourse(caller, course_id));
  ASSIGN_OR_RETURN(side.learners, lists_.Learners(caller, side.query));
  return side;
}

absl::StatusOr<AssignmentsService::LearnerSide> AssignmentsService::LoadLearnerSide(const Caller& caller,
                                                                                    const std::string& learner_id,
                                                                                    const ListQuery& query) {
  LearnerSide side;
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, deps_.auth.GetLearners(caller, {learner_id}));
  if (learners.empty()) return error::LearnerNotFound(learner_id);
  side.learner = std::move(learners.front());
  ASSIGN_OR_RETURN(side.courses, lists_.Courses(caller, query));
  return side;
}

absl::StatusOr<AuditContext> AssignmentsService::AuditContextOf(const Caller& caller, const CourseSide& side,
                                                                const std::vector<std::string>& ids) {
  std::vector<auth::v1::Learner> asked;
  if (side.query.paged) {
    ASSIGN_OR_RETURN(asked, deps_.auth.GetLearners(caller, ids));
  }
  const std::vector<auth::v1::Learner>& known = side.query.paged ? asked : side.learners;
  if (const std::string* unknown = FirstUnknown(ids, known)) return error::LearnerNotFound(*unknown);
  AuditContext context{.caller = caller, .names = {{side.course.id(), side.course.title()}}};
  std::unordered_set<std::string_view> wanted(ids.begin(), ids.end());
  for (const auth::v1::Learner& learner : known) {
    if (wanted.contains(learner.id())) context.names[learner.id()] = learner.fullname();
  }
  return context;
}

absl::StatusOr<AssignmentRecord> AssignmentsService::LoadAssignment(const std::string& id,
                                                                    const std::string& learner_id) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<AssignmentRecord> {
    std::optional<AssignmentRecord> assignment = FindAssignment(sql, id);
    if (!assignment.has_value() && !learner_id.empty()) assignment = FindAssignmentOf(sql, {id, learner_id});
    if (!assignment.has_value()) return error::AssignmentNotFound();
    if (!learner_id.empty() && assignment->learner_id != learner_id) return error::AssignmentNotFound();
    AssignmentKey key{.course_id = assignment->course_id, .learner_id = assignment->learner_id};
    if (IsBinned(sql, key)) return error::AssignmentNotFound();
    return *std::move(assignment);
  });
}

}  // namespace academy::enrollment
