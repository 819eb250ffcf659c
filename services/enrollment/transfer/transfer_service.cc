#include "services/enrollment/transfer/transfer_service.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/enrollment/access/dates.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/validation.h"
#include "services/enrollment/watching/learner_records.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxRows = 1000;
constexpr int kMaxLearners = 1000;
constexpr size_t kMaxCoursesPerRow = 50;
constexpr int kMaxDays = 366;
// As many as auth accepts to list.
constexpr int kMaxExpiring = 50'000;

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

// Returns the courses that the cell names, each once. Texts that name no course are added to `row` as refusals.
std::vector<const catalog::v1::Course*> CoursesOf(const CourseTitles& titles, const std::string& cell,
                                                  Response::Row& row) {
  std::vector<const catalog::v1::Course*> courses;
  std::vector<CourseTitles::Found> found = titles.Find(cell);
  if (found.size() > kMaxCoursesPerRow) {
    Refuse(row, "course", "too_many", "At most 50 courses are allowed in one row");
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

// Spreadsheets often write days with slashes.
std::string WithDashes(std::string date) {
  if (date.size() == 10) std::replace(date.begin(), date.end(), '/', '-');
  return date;
}

void Count(AssignOutcome outcome, Response::Row& row) {
  switch (outcome) {
    case AssignOutcome::kCreated:
      return row.set_assigned(row.assigned() + 1);
    case AssignOutcome::kDatesChanged:
      return row.set_dates_changed(row.dates_changed() + 1);
    case AssignOutcome::kUnchanged:
    case AssignOutcome::kDatesKept:
      return row.set_unchanged(row.unchanged() + 1);
    case AssignOutcome::kRemoved:
      return Refuse(row, "email", "user_not_found", "The learner was just removed");
  }
}

struct ExportedCourse {
  std::string name;
  CourseOutline outline;
};

// Returns all courses by id, or only the course `only` if that is not empty.
std::unordered_map<std::string, ExportedCourse> ExportedCoursesOf(const std::vector<catalog::v1::Course>& courses,
                                                                  const std::string& only) {
  // A title identifies a course only if no other course has it.
  const CourseTitles titles(courses);
  std::unordered_map<std::string, ExportedCourse> exported;
  for (const catalog::v1::Course& course : courses) {
    if (!only.empty() && course.id() != only) continue;
    exported.emplace(course.id(), ExportedCourse{.name = titles.NameOf(course), .outline = OutlineOf(course)});
  }
  return exported;
}

}  // namespace

struct TransferService::ImportPlan {
  bool dry_run = false;
  // The arguments of Assign, and the response row of each spec.
  AuditContext context;
  std::vector<AssignmentSpec> specs;
  std::vector<Response::Row*> rows;
  // Assignments by course and learner, as the rows so far leave them.
  std::map<std::pair<std::string, std::string>, AssignmentRecord> assignments;
};

absl::StatusOr<Window> TransferService::WindowOf(const Request::Row& row, const AssignmentRecord* present) const {
  std::string start = WithDashes(row.start_date());
  std::string expiry = WithDashes(row.expiry_date());
  if (present == nullptr) return ParseWindow(start, expiry, deps_.zone.Get());
  if (start.empty() && expiry.empty()) return present->window;
  return ParseChangedWindow(start, expiry, present->window, deps_.zone.Get());
}

absl::StatusOr<Response> TransferService::ImportAssignments(const Caller& caller, const Request& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (request.rows_size() > kMaxRows) return ValidationError({{"rows", "too_many", "At most 1000 rows a call"}});
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, deps_.catalog.AllCourses(caller));
  const CourseTitles titles(std::move(courses));

  Response response;
  ImportPlan plan;
  plan.dry_run = request.dry_run();
  plan.context.caller = caller;
  for (const Request::Row& row : request.rows()) {
    Response::Row& out = *response.add_rows();
    std::vector<const catalog::v1::Course*> named = CoursesOf(titles, row.course(), out);
    if (request.check_only()) {
      // An empty date may come from an existing assignment.
      bool dates = !row.start_date().empty() && !row.expiry_date().empty();
      if (dates) Refuse(out, WindowOf(row, nullptr).status());
      continue;
    }
    for (const catalog::v1::Course* course : named) RETURN_IF_ERROR(PlanCourse(row, *course, plan, out));
  }

  if (plan.specs.empty()) return response;
  ASSIGN_OR_RETURN(std::vector<AssignOutcome> outcomes,
                   Assign(deps_, plan.context, plan.specs, {.skip_removed = true}));
  for (size_t i = 0; i < outcomes.size(); ++i) Count(outcomes[i], *plan.rows[i]);
  return response;
}

absl::Status TransferService::PlanCourse(const Request::Row& row, const catalog::v1::Course& course, ImportPlan& plan,
                                         Response::Row& out) {
  AssignmentKey key{.course_id = course.id(), .learner_id = row.learner_id()};
  ASSIGN_OR_RETURN(const AssignmentRecord* before, FindPlanned(key, plan));
  absl::StatusOr<Window> window = WindowOf(row, before);
  if (!window.ok()) {
    Refuse(out, window.status());
    return absl::OkStatus();
  }
  AssignOutcome preview = AssignOutcomeOf(before, *window, {});
  if (!key.learner_id.empty()) plan.assignments[{key.course_id, key.learner_id}].window = *window;
  if (plan.dry_run) {
    Count(preview, out);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(RequireId(key.learner_id, "learnerId"));
  plan.context.names[key.course_id] = course.title();
  plan.context.names[key.learner_id] = row.fullname();
  plan.specs.push_back({.key = std::move(key), .window = *window});
  plan.rows.push_back(&out);
  return absl::OkStatus();
}

absl::StatusOr<const AssignmentRecord*> TransferService::FindPlanned(const AssignmentKey& key, ImportPlan& plan) {
  std::pair<std::string, std::string> pair(key.course_id, key.learner_id);
  auto planned = plan.assignments.find(pair);
  if (planned != plan.assignments.end()) return &planned->second;
  // In a dry run, a learner who does not exist yet.
  if (key.learner_id.empty()) return nullptr;
  using Found = absl::StatusOr<std::optional<AssignmentRecord>>;
  ASSIGN_OR_RETURN(std::optional<AssignmentRecord> stored,
                   deps_.database.Read([&](soci::session& sql) -> Found { return FindAssignmentOf(sql, key); }));
  if (!stored.has_value()) return nullptr;
  return &plan.assignments.emplace(std::move(pair), *std::move(stored)).first->second;
}

absl::StatusOr<v1::ExportAssignmentsResponse> TransferService::ExportAssignments(
    const Caller& caller, const v1::ExportAssignmentsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  if (request.learner_ids_size() > kMaxLearners) {
    return ValidationError({{"learnerIds", "too_many", "At most 1000 learners a call"}});
  }
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, deps_.catalog.AllCourses(caller));
  std::unordered_map<std::string, ExportedCourse> exported = ExportedCoursesOf(courses, request.course_id());
  if (!request.course_id().empty() && exported.empty()) return error::CourseNotFound(request.course_id());

  v1::ExportAssignmentsResponse response;
  const absl::TimeZone zone = deps_.zone.Get();
  UnixMillis now = deps_.clock.Now();
  for (const std::string& learner : request.learner_ids()) {
    ASSIGN_OR_RETURN(LearnerRecords records,
                     deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<LearnerRecords> {
                       return ListLearnerRecords(sql, learner);
                     }));
    for (auto each = records.assignments.rbegin(); each != records.assignments.rend(); ++each) {
      // Not the requested course, or one that was just removed.
      auto course = exported.find(each->course_id);
      if (course == exported.end()) continue;
      v1::ExportAssignmentsResponse::Row& row = *response.add_rows();
      row.set_learner_id(learner);
      row.set_course(course->second.name);
      row.set_start_date(StartText(each->window.start, zone));
      row.set_expiry_date(ExpiryText(each->window.expiry, zone));
      row.set_state(std::string(AccessStateName(DecideAccess(each->window, now))));
      row.set_percent(ToProgress(course->second.outline, records.progress, deps_.rules).percent());
    }
  }
  return response;
}

absl::StatusOr<v1::RecordCourseExportResponse> TransferService::RecordExport(
    const Caller& caller, const v1::RecordCourseExportRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(catalog::v1::Course course, deps_.catalog.GetCourse(caller, request.course_id()));
  AuditEntry entry{.action = "course.exported",
                   .subject = {.kind = "course", .id = course.id(), .name = course.title()},
                   .details = {{"learners", std::to_string(request.learners())}}};
  if (!request.search().empty()) entry.details["search"] = request.search();
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    deps_.audit.Add(tx, caller, entry);
    return absl::OkStatus();
  }));
  return v1::RecordCourseExportResponse();
}

absl::StatusOr<v1::ListExpiringResponse> TransferService::ListExpiring(const Caller& caller,
                                                                       const v1::ListExpiringRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  if (request.days() < 1 || request.days() > kMaxDays) {
    return ValidationError({{"expiringWithinDays", "out_of_range", "The days are 1 to 366"}});
  }
  UnixMillis now = deps_.clock.Now();
  UnixMillis end = now + absl::ToInt64Milliseconds(absl::Hours(24) * request.days());
  using Ids = absl::StatusOr<std::vector<std::string>>;
  ASSIGN_OR_RETURN(std::vector<std::string> ids, deps_.database.Read([&](soci::session& sql) -> Ids {
    return ListExpiringLearners(sql, now, end, kMaxExpiring + 1);
  }));
  if (ids.size() > size_t{kMaxExpiring}) {
    return ValidationError({{"expiringWithinDays", "too_many",
                             "More than " + std::to_string(kMaxExpiring) + " learners; ask for fewer days"}});
  }
  v1::ListExpiringResponse response;
  response.mutable_learner_ids()->Assign(std::make_move_iterator(ids.begin()), std::make_move_iterator(ids.end()));
  return response;
}

}  // namespace academy::enrollment
