#include "services/enrollment/transfer/transfer_service.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "services/enrollment/assignments/access.h"
#include "services/enrollment/assignments/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxCount = 1000;
constexpr size_t kMaxCoursesInARow = 50;
constexpr int kMaxDays = 366;

using Request = v1::ImportAssignmentsRequest;
using Response = v1::ImportAssignmentsResponse;

void Refuse(Response::Row& row, std::string field, std::string code, std::string message) {
  Response::Refusal& refusal = *row.add_refusals();
  refusal.set_field(std::move(field));
  refusal.set_code(std::move(code));
  refusal.set_message(std::move(message));
}

void Refuse(Response::Row& row, const absl::Status& status) {
  for (const FieldViolation& each : DetailOf(status).fields) Refuse(row, each.field, each.code, each.message);
}

// The courses that the cell names, each once; what it misses is refused.
std::vector<const catalog::v1::Course*> CoursesOf(const CourseTitles& titles, const std::string& cell,
                                                  Response::Row& row) {
  std::vector<const catalog::v1::Course*> courses;
  std::vector<CourseTitles::Found> found = titles.Find(cell);
  if (found.size() > kMaxCoursesInARow) {
    Refuse(row, "course", "too_many", "At most 50 courses can stand in one row");
    return courses;
  }
  for (const CourseTitles::Found& each : found) {
    if (const auto* course = std::get_if<const catalog::v1::Course*>(&each.course)) {
      if (std::find(courses.begin(), courses.end(), *course) == courses.end()) courses.push_back(*course);
    } else if (std::get<CourseTitles::Miss>(each.course) == CourseTitles::Miss::kAmbiguous) {
      Refuse(row, "course", "course_ambiguous", "Several courses have this title: " + std::string(each.text));
    } else {
      Refuse(row, "course", "course_unknown", "No course has this title: " + std::string(each.text));
    }
  }
  return courses;
}

// Spreadsheets like to write days with slashes.
std::string WithDashes(std::string date) {
  if (date.size() == 10) std::replace(date.begin(), date.end(), '/', '-');
  return date;
}

void Count(Assigned outcome, Response::Row& row) {
  switch (outcome) {
    case Assigned::kCreated:
      return row.set_assigned(row.assigned() + 1);
    case Assigned::kMoved:
      return row.set_dates_changed(row.dates_changed() + 1);
    case Assigned::kUnchanged:
    case Assigned::kKept:
      return row.set_unchanged(row.unchanged() + 1);
    case Assigned::kGone:
      return Refuse(row, "email", "user_not_found", "The learner was removed at this moment");
  }
}

Assigned Preview(const AssignmentRecord* present, const Window& window) {
  if (present == nullptr) return Assigned::kCreated;
  return present->window == window ? Assigned::kUnchanged : Assigned::kMoved;
}

}  // namespace

absl::StatusOr<Window> TransferService::WindowOf(const Request::Row& row, const AssignmentRecord* present) const {
  std::string start = WithDashes(row.start_date());
  std::string expiry = WithDashes(row.expiry_date());
  if (present == nullptr) return ParseWindow(start, expiry, zone_);
  if (start.empty() && expiry.empty()) return present->window;
  return ParseChangedWindow(start, expiry, present->window, zone_);
}

absl::StatusOr<Response> TransferService::ImportAssignments(const Caller& caller, const Request& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (request.rows_size() > kMaxCount) return ValidationError({{"rows", "too_many", "At most 1000 rows a call"}});
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, deps_.catalog.AllCourses(caller));
  const CourseTitles titles(std::move(courses));

  Response response;
  std::vector<AssignmentWish> wishes;
  std::vector<Response::Row*> wish_rows;
  // What the rows before come to, by course and learner.
  std::map<std::pair<std::string, std::string>, AssignmentRecord> planned;
  AuditContext audit{.caller = caller, .names = {}};
  for (const Request::Row& given : request.rows()) {
    Response::Row& row = *response.add_rows();
    std::vector<const catalog::v1::Course*> wanted = CoursesOf(titles, given.course(), row);
    if (request.check_only()) {
      // Dates that are left empty may be there already.
      bool dates = !given.start_date().empty() && !given.expiry_date().empty();
      if (dates) Refuse(row, WindowOf(given, nullptr).status());
      continue;
    }
    for (const catalog::v1::Course* course : wanted) {
      AssignmentKey key{.course_id = course->id(), .learner_id = given.learner_id()};
      auto present = planned.find({key.course_id, key.learner_id});
      if (present == planned.end() && !key.learner_id.empty()) {
        absl::StatusOr<AssignmentRecord> found = deps_.assignments.Find(key);
        if (!found.ok() && !absl::IsNotFound(found.status())) return found.status();
        if (found.ok()) present = planned.emplace(std::pair(key.course_id, key.learner_id), *std::move(found)).first;
      }
      AssignmentRecord* before = present == planned.end() ? nullptr : &present->second;
      absl::StatusOr<Window> window = WindowOf(given, before);
      if (!window.ok()) {
        Refuse(row, window.status());
        continue;
      }
      Assigned foreseen = Preview(before, *window);
      if (!key.learner_id.empty()) planned[{key.course_id, key.learner_id}].window = *window;
      if (request.dry_run()) {
        Count(foreseen, row);
      } else {
        RETURN_IF_ERROR(RequireId(key.learner_id, "learnerId"));
        audit.names[key.course_id] = course->title();
        audit.names[key.learner_id] = given.fullname();
        wishes.push_back({std::move(key), *window});
        wish_rows.push_back(&row);
      }
    }
  }
  if (wishes.empty()) return response;
  ASSIGN_OR_RETURN(std::vector<Assigned> outcomes, deps_.assignments.Assign(audit, wishes, {.skip_gone = true}));
  for (size_t i = 0; i < outcomes.size(); ++i) Count(outcomes[i], *wish_rows[i]);
  return response;
}

absl::StatusOr<v1::ExportAssignmentsResponse> TransferService::ExportAssignments(
    const Caller& caller, const v1::ExportAssignmentsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (request.learner_ids_size() > kMaxCount) {
    return ValidationError({{"learnerIds", "too_many", "At most 1000 learners a call"}});
  }
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, deps_.catalog.AllCourses(caller));
  std::unordered_map<std::string, CourseOutline> outlines;
  std::unordered_map<std::string, std::string> names;
  for (const catalog::v1::Course& course : courses) outlines.emplace(course.id(), OutlineOf(course));
  const CourseTitles titles(courses);
  for (const catalog::v1::Course& course : courses) names[course.id()] = titles.NameOf(course);
  if (!request.course_id().empty() && !names.contains(request.course_id()))
    return error::CourseNotFound(request.course_id());

  v1::ExportAssignmentsResponse response;
  UnixMillis now = deps_.clock.Now();
  for (const std::string& learner : request.learner_ids()) {
    ASSIGN_OR_RETURN(std::vector<AssignmentRecord> assignments, deps_.assignments.OfLearner(learner));
    std::erase_if(assignments, [&](const AssignmentRecord& each) {
      // What was removed a moment ago is left out.
      return !names.contains(each.course_id) || (!request.course_id().empty() && each.course_id != request.course_id());
    });
    if (assignments.empty()) continue;
    ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress, deps_.progress.OfLearner(learner));
    for (auto each = assignments.rbegin(); each != assignments.rend(); ++each) {
      v1::ExportAssignmentsResponse::Row& row = *response.add_rows();
      row.set_learner_id(learner);
      row.set_course(names[each->course_id]);
      row.set_start_date(StartText(each->window.start, zone_));
      row.set_expiry_date(ExpiryText(each->window.expiry, zone_));
      row.set_state(std::string(AccessStateName(DecideAccess(each->window, now))));
      row.set_percent(ToProgress(outlines.at(each->course_id), progress, rules_).percent());
    }
  }
  return response;
}

absl::StatusOr<v1::ListExpiringResponse> TransferService::ListExpiring(const Caller& caller,
                                                                       const v1::ListExpiringRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (request.days() < 1 || request.days() > kMaxDays) {
    return ValidationError({{"expiringWithinDays", "out_of_range", "The days are 1 to 366"}});
  }
  UnixMillis now = deps_.clock.Now();
  UnixMillis end = now + absl::ToInt64Milliseconds(absl::Hours(24) * request.days());
  ASSIGN_OR_RETURN(std::vector<std::string> ids, deps_.reports.ExpiringLearners(now, end));
  v1::ListExpiringResponse response;
  response.mutable_learner_ids()->Assign(std::make_move_iterator(ids.begin()), std::make_move_iterator(ids.end()));
  return response;
}

}  // namespace academy::enrollment
