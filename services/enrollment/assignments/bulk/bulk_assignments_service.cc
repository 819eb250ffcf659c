#include "services/enrollment/assignments/bulk/bulk_assignments_service.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/access/dates.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxCount = 1000;
constexpr size_t kMaxRowsShown = 1000;
constexpr char kUpdated[] = "Updated Successfully";
constexpr char kNothingChanged[] = "Nothing is changed yet";

using Names = std::unordered_map<std::string, std::string>;
using Row = v1::BulkAssignResponse::Row;

absl::Status ValidateBulk(const v1::BulkAssignRequest& request) {
  int count = request.learner_ids_size() + request.emails_size();
  if (count == 0) return ValidationError({{"emails", "required", "Please choose at least one"}});
  if (count > kMaxCount) return ValidationError({{"emails", "too_many", "At most 1000 can be given at once"}});
  return absl::OkStatus();
}

// Fills in the row of an id or address, which belongs to `learner` or, if that is null, to nobody. A learner in `seen`
// counts as repeated.
void Describe(const auth::v1::Learner* learner, bool valid, std::unordered_set<std::string>& seen, Row& row) {
  if (!valid) {
    row.set_status("invalid");
  } else if (learner == nullptr) {
    row.set_status("unknown");
  } else if (!seen.insert(learner->id()).second) {
    row.set_status("repeated");
  } else {
    row.set_learner_id(learner->id());
    row.set_fullname(learner->fullname());
    row.set_email(learner->email());
  }
}

const char* StatusOf(AssignOutcome outcome) {
  switch (outcome) {
    case AssignOutcome::kCreated:
      return "assigned";
    case AssignOutcome::kDatesChanged:
      return "dates_changed";
    case AssignOutcome::kUnchanged:
    case AssignOutcome::kDatesKept:
      return "already_assigned";
    case AssignOutcome::kRemoved:
      break;
  }
  return "unknown";
}

void Count(const Row& row, v1::BulkAssignResponse::Counts& counts) {
  if (row.status() == "assigned") {
    counts.set_assigned(counts.assigned() + 1);
  } else if (row.status() == "dates_changed") {
    counts.set_dates_changed(counts.dates_changed() + 1);
  } else if (row.status() == "already_assigned") {
    counts.set_already_assigned(counts.already_assigned() + 1);
  } else {
    counts.set_refused(counts.refused() + 1);
  }
}

size_t CountShown(const std::vector<ExpiryChange>& changes) { return std::min(changes.size(), kMaxRowsShown); }

v1::ExtendCourseResponse::Row ToProto(const ExpiryChange& change, const Names& names, UnixMillis now) {
  Window window{.start = change.from.start, .expiry = change.expiry};
  v1::ExtendCourseResponse::Row row;
  row.set_assignment_id(change.id);
  row.set_learner_id(change.key.learner_id);
  auto name = names.find(change.key.learner_id);
  if (name != names.end()) row.set_fullname(name->second);
  row.set_start_date(FormatTime(change.from.start));
  row.set_expiry_date(FormatTime(change.from.expiry));
  row.set_new_expiry_date(FormatTime(change.expiry));
  row.set_state(std::string(AccessStateName(DecideAccess(change.from, now))));
  row.set_new_state(std::string(AccessStateName(DecideAccess(window, now))));
  return row;
}

// `changed` is the number of assignments that were actually changed.
v1::ExtendCourseResponse ToProto(const ExtensionPlan& plan, int changed, const Names& names, UnixMillis now) {
  v1::ExtendCourseResponse response;
  response.set_changed(changed);
  response.set_unchanged(plan.unchanged + static_cast<int>(plan.changes.size()) - changed);
  for (size_t i = 0; i < CountShown(plan.changes); ++i) *response.add_result() = ToProto(plan.changes[i], names, now);
  return response;
}

}  // namespace

absl::StatusOr<v1::BulkAssignResponse> BulkAssignmentsService::BulkAssign(const Caller& caller,
                                                                          const v1::BulkAssignRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  RETURN_IF_ERROR(ValidateBulk(request));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), deps_.zone.Get()));

  ASSIGN_OR_RETURN(catalog::v1::Course course, deps_.catalog.GetCourse(caller, request.course_id()));
  ASSIGN_OR_RETURN(v1::BulkAssignResponse response, LoadRows(caller, request));
  AuditContext context{.caller = caller, .names = {{course.id(), course.title()}}};
  std::vector<AssignmentSpec> specs;
  std::vector<Row*> rows;
  for (Row& row : *response.mutable_result()) {
    if (!row.has_learner_id()) continue;
    specs.push_back({.key = {.course_id = course.id(), .learner_id = row.learner_id()}, .window = window});
    rows.push_back(&row);
    context.names[row.learner_id()] = row.fullname();
  }

  AssignOptions options{.keep_existing = !request.update_existing(), .skip_removed = true};
  std::vector<AssignOutcome> outcomes;
  if (request.dry_run()) {
    ASSIGN_OR_RETURN(outcomes, PreviewAssign(specs, options));
  } else if (!specs.empty()) {
    ASSIGN_OR_RETURN(outcomes, Assign(deps_, context, specs, options));
  }

  for (size_t i = 0; i < rows.size(); ++i) rows[i]->set_status(StatusOf(outcomes[i]));
  v1::BulkAssignResponse::Counts& counts = *response.mutable_counts();
  for (const Row& row : response.result()) Count(row, counts);
  response.set_message(request.dry_run() ? kNothingChanged : kUpdated);
  return response;
}

absl::StatusOr<v1::BulkAssignResponse> BulkAssignmentsService::LoadRows(const Caller& caller,
                                                                        const v1::BulkAssignRequest& request) {
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> by_ids,
                   deps_.auth.GetLearners(caller, {request.learner_ids().begin(), request.learner_ids().end()}));
  ASSIGN_OR_RETURN(auto by_emails, deps_.auth.FindByEmail(caller, {request.emails().begin(), request.emails().end()}));
  v1::BulkAssignResponse response;
  std::unordered_set<std::string> seen;
  std::unordered_map<std::string_view, const auth::v1::Learner*> known;
  for (const auth::v1::Learner& learner : by_ids) known[learner.id()] = &learner;
  for (const std::string& id : request.learner_ids()) {
    Row& row = *response.add_result();
    row.set_given(id);
    auto learner = known.find(id);
    Describe(learner == known.end() ? nullptr : learner->second, !id.empty(), seen, row);
  }
  for (int i = 0; i < request.emails_size(); ++i) {
    Row& row = *response.add_result();
    row.set_given(request.emails(i));
    const auto& found = by_emails[static_cast<size_t>(i)];
    Describe(found.has_learner() ? &found.learner() : nullptr, found.valid(), seen, row);
  }
  return response;
}

absl::StatusOr<std::vector<AssignOutcome>> BulkAssignmentsService::PreviewAssign(
    const std::vector<AssignmentSpec>& specs, const AssignOptions& options) {
  std::vector<AssignOutcome> outcomes;
  if (specs.empty()) return outcomes;
  ASSIGN_OR_RETURN(std::vector<AssignmentRecord> present, LoadAssignments(specs.front().key.course_id));
  std::unordered_map<std::string_view, const AssignmentRecord*> by_learner;
  for (const AssignmentRecord& each : present) by_learner[each.learner_id] = &each;
  for (const AssignmentSpec& spec : specs) {
    auto found = by_learner.find(spec.key.learner_id);
    outcomes.push_back(AssignOutcomeOf(found == by_learner.end() ? nullptr : found->second, spec.window, options));
  }
  return outcomes;
}

absl::StatusOr<v1::ExtendCourseResponse> BulkAssignmentsService::ExtendCourse(const Caller& caller,
                                                                              const v1::ExtendCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  const absl::TimeZone zone = deps_.zone.Get();
  ASSIGN_OR_RETURN(Extension extension, ReadExtension(request, zone));

  ASSIGN_OR_RETURN(catalog::v1::Course course, deps_.catalog.GetCourse(caller, request.course_id()));
  ASSIGN_OR_RETURN(std::vector<AssignmentRecord> assignments, LoadAssignments(course.id()));
  ASSIGN_OR_RETURN(Names names, LoadChosen(caller, extension));
  UnixMillis now = deps_.clock.Now();
  ASSIGN_OR_RETURN(ExtensionPlan plan, PlanExtension(assignments, extension, now, zone));
  if (extension.learner_ids.empty()) {
    ASSIGN_OR_RETURN(names, LoadShown(caller, plan.changes));
  }

  auto changed = static_cast<int>(plan.changes.size());
  names[course.id()] = course.title();
  AuditContext context{.caller = caller, .names = std::move(names)};
  if (!request.dry_run() && !plan.changes.empty()) {
    ASSIGN_OR_RETURN(changed, ChangeExpiries(deps_, context, plan.changes));
  }
  v1::ExtendCourseResponse response = ToProto(plan, changed, context.names, now);
  response.set_message(request.dry_run() ? kNothingChanged : kUpdated);
  return response;
}

absl::StatusOr<std::vector<AssignmentRecord>> BulkAssignmentsService::LoadAssignments(const std::string& course_id) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<AssignmentRecord>> {
    return ListAssignmentsOfCourse(sql, course_id);
  });
}

absl::StatusOr<BulkAssignmentsService::Names> BulkAssignmentsService::LoadChosen(const Caller& caller,
                                                                                 const Extension& extension) {
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, deps_.auth.GetLearners(caller, extension.learner_ids));
  Names names;
  for (const auth::v1::Learner& learner : learners) names[learner.id()] = learner.fullname();
  for (const std::string& id : extension.learner_ids) {
    if (!names.contains(id)) return error::LearnerNotFound(id);
  }
  return names;
}

absl::StatusOr<BulkAssignmentsService::Names> BulkAssignmentsService::LoadShown(
    const Caller& caller, const std::vector<ExpiryChange>& changes) {
  std::vector<std::string> ids;
  for (size_t i = 0; i < CountShown(changes); ++i) ids.push_back(changes[i].key.learner_id);
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, deps_.auth.GetLearners(caller, ids));
  Names names;
  for (const auth::v1::Learner& learner : learners) names[learner.id()] = learner.fullname();
  return names;
}

}  // namespace academy::enrollment
