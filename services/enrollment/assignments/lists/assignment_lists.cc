#include "services/enrollment/assignments/lists/assignment_lists.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/watching/learner_records.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

using Assignments = std::vector<AssignmentRecord>;
using ById = std::unordered_map<std::string_view, const AssignmentRecord*>;

// `id` is the member that identifies the rows of the list, the learner's or the course's id.
ById Index(const Assignments& assignments, std::string AssignmentRecord::*id) {
  ById by_id;
  for (const AssignmentRecord& assignment : assignments) by_id[assignment.*id] = &assignment;
  return by_id;
}

void SortByDate(Assignments& assignments, DateColumn order, bool descending) {
  std::sort(assignments.begin(), assignments.end(), [&](const AssignmentRecord& a, const AssignmentRecord& b) {
    auto key = [&](const AssignmentRecord& each) { return std::pair(DateOf(each, order), std::string_view(each.id)); };
    return descending ? key(b) < key(a) : key(a) < key(b);
  });
}

// The ids of a list's two sides, each in the requested order.
struct Sides {
  std::vector<std::string> assigned;
  std::vector<std::string> unassigned;
};

// `others` are the ids that the search finds, in the catalog's order, which the unassigned side keeps.
Sides Split(Assignments assignments, const ListQuery& query, UnixMillis now, std::string AssignmentRecord::*id,
            const std::vector<std::string>& others) {
  Sides sides;
  ById all = Index(assignments, id);
  auto shown = [&](const AssignmentRecord& assignment) {
    return !query.state.has_value() || DecideAccess(assignment.window, now) == *query.state;
  };
  auto order = ReadDateOrder(query.sort);
  for (const std::string& other : others) {
    auto assignment = all.find(other);
    if (assignment == all.end()) {
      sides.unassigned.push_back(other);
    } else if (!order.has_value() && shown(*assignment->second)) {
      sides.assigned.push_back(other);
    }
  }
  if (!order.has_value()) return sides;
  std::unordered_set<std::string_view> found(others.begin(), others.end());
  SortByDate(assignments, order->first, order->second);
  for (const AssignmentRecord& assignment : assignments) {
    if (shown(assignment) && found.contains(assignment.*id)) sides.assigned.push_back(assignment.*id);
  }
  return sides;
}

std::vector<std::string> Cut(const std::vector<std::string>& ids, const Page& page) {
  return {ids.begin() + static_cast<std::ptrdiff_t>(page.begin), ids.begin() + static_cast<std::ptrdiff_t>(page.end)};
}

absl::StatusOr<Shown> Cut(const Sides& sides, const ListQuery& query) {
  bool unassigned = query.side == Side::kUnassigned;
  const std::vector<std::string>& paged = unassigned ? sides.unassigned : sides.assigned;
  ASSIGN_OR_RETURN(Page page, PageOf(paged, query, unassigned ? "unassigned" : "assigned"));
  Shown shown;
  (unassigned ? shown.unassigned : shown.assigned) = Cut(paged, page);
  shown.next_cursor = std::move(page.next_cursor);
  shown.total = static_cast<int64_t>(paged.size());
  if (query.side == Side::kBoth) {
    size_t count = std::min(sides.unassigned.size(), static_cast<size_t>(query.limit));
    shown.unassigned = Cut(sides.unassigned, {.begin = 0, .end = count});
  }
  return shown;
}

template <typename Response>
void SetPaging(const Shown& shown, Response& response) {
  response.set_total(shown.total);
  if (shown.next_cursor.has_value()) response.set_next_cursor(*shown.next_cursor);
}

// auth and the catalog cannot sort by the dates of assignments.
std::string TheirSort(const ListQuery& query) { return ReadDateOrder(query.sort).has_value() ? "" : query.sort; }

}  // namespace

absl::StatusOr<std::vector<auth::v1::Learner>> AssignmentLists::Learners(const Caller& caller, const ListQuery& query) {
  if (query.paged) return std::vector<auth::v1::Learner>();
  return deps_.auth.AllLearners(caller);
}

absl::StatusOr<std::vector<catalog::v1::Course>> AssignmentLists::Courses(const Caller& caller,
                                                                          const ListQuery& query) {
  // There are far fewer courses than learners, so all that the search finds are loaded and the page is cut here.
  return deps_.catalog.AllCourses(caller, query.search, TheirSort(query));
}

absl::StatusOr<v1::CourseLearners> AssignmentLists::OfCourse(const Caller& caller, const catalog::v1::Course& course,
                                                             std::vector<auth::v1::Learner> learners,
                                                             const ListQuery& query, const char* message) {
  ASSIGN_OR_RETURN(v1::CourseLearners response,
                   query.paged ? PageOfCourse(caller, course, query) : WholeCourse(course, std::move(learners)));
  response.set_message(message);
  return response;
}

absl::StatusOr<Assignments> AssignmentLists::LoadAssignmentsOf(const std::string& course_id) {
  return deps_.database.Read(
      [&](soci::session& sql) -> absl::StatusOr<Assignments> { return ListAssignmentsOfCourse(sql, course_id); });
}

absl::StatusOr<v1::CourseLearners> AssignmentLists::WholeCourse(const catalog::v1::Course& course,
                                                                std::vector<auth::v1::Learner> learners) {
  ASSIGN_OR_RETURN(Assignments assignments, LoadAssignmentsOf(course.id()));
  ById by_learner = Index(assignments, &AssignmentRecord::learner_id);
  v1::CourseLearners response;
  UnixMillis now = deps_.clock.Now();
  catalog::v1::Course summary = Summary(course);
  // Both lists keep auth's order, by name. An assignment without a learner is about to be removed.
  for (auth::v1::Learner& learner : learners) {
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

absl::StatusOr<v1::CourseLearners> AssignmentLists::PageOfCourse(const Caller& caller,
                                                                 const catalog::v1::Course& course,
                                                                 const ListQuery& query) {
  CoursePage page(deps_, caller, course.id(), query, sizes_);
  ASSIGN_OR_RETURN(Shown shown, page.Find());
  std::vector<std::string> ids = shown.assigned;
  ids.insert(ids.end(), shown.unassigned.begin(), shown.unassigned.end());
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, deps_.auth.GetLearners(caller, ids));
  std::unordered_set<std::string_view> assigned(shown.assigned.begin(), shown.assigned.end());
  v1::CourseLearners response;
  SetPaging(shown, response);
  if (shown.total_at_least) response.set_total_at_least(true);
  const UnixMillis now = deps_.clock.Now();
  catalog::v1::Course summary = Summary(course);
  // In the requested order, assigned learners first. A learner who was just removed is left out.
  for (auth::v1::Learner& learner : learners) {
    if (!assigned.contains(learner.id())) {
      *response.add_users() = std::move(learner);
      continue;
    }
    v1::Assignment* out = response.add_result();
    *out = ToProto(page.assignments().at(learner.id()), now);
    *out->mutable_course() = summary;
    *out->mutable_user() = std::move(learner);
  }
  return response;
}

absl::StatusOr<v1::LearnerCourses> AssignmentLists::OfLearner(const std::string& learner_id,
                                                              std::vector<catalog::v1::Course> courses,
                                                              const ListQuery& query, const char* message) {
  using Records = absl::StatusOr<LearnerRecords>;
  ASSIGN_OR_RETURN(LearnerRecords records, deps_.database.Read([&](soci::session& sql) -> Records {
    return ListLearnerRecords(sql, learner_id);
  }));
  UnixMillis now = deps_.clock.Now();
  std::vector<std::string> others;
  std::unordered_map<std::string, catalog::v1::Course*> by_id;
  for (catalog::v1::Course& course : courses) {
    others.push_back(course.id());
    by_id[course.id()] = &course;
  }
  Sides sides = Split(records.assignments, query, now, &AssignmentRecord::course_id, others);
  Shown shown{.assigned = sides.assigned, .unassigned = sides.unassigned};
  v1::LearnerCourses response;
  response.set_message(message);
  if (query.paged) {
    ASSIGN_OR_RETURN(shown, Cut(sides, query));
    SetPaging(shown, response);
  }
  ById by_course = Index(records.assignments, &AssignmentRecord::course_id);
  for (const std::string& id : shown.assigned) {
    v1::Assignment* out = response.add_user_courses();
    *out = ToProto(*by_course.at(id), now);
    *out->mutable_progress() = ToProgress(OutlineOf(*by_id.at(id)), records.progress, deps_.rules);
    *out->mutable_course() = std::move(*by_id.at(id));
  }
  for (const std::string& id : shown.unassigned) *response.add_unselected_courses() = std::move(*by_id.at(id));
  return response;
}

}  // namespace academy::enrollment
