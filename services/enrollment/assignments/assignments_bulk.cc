// Assignments of many learners at once, each for itself, and the extension of a course's.
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "services/enrollment/assignments/assignments_service.h"
#include "services/enrollment/assignments/dates.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxCount = 1000;
constexpr int kMaxDays = 3650;
constexpr size_t kRowsShown = 1000;

using Row = v1::BulkAssignResponse::Row;

absl::Status ValidateBulk(const v1::BulkAssignRequest& request) {
  int count = request.user_ids_size() + request.emails_size();
  if (count == 0) return ValidationError({{"emails", "required", "Please choose at least one"}});
  if (count > kMaxCount) return ValidationError({{"emails", "too_many", "At most 1000 can be given at once"}});
  return absl::OkStatus();
}

// A learner's row, the first time that the learner comes.
void Describe(const auth::v1::Learner* learner, bool valid, std::unordered_set<std::string>& seen, Row& row) {
  if (!valid) {
    row.set_status("invalid");
  } else if (learner == nullptr) {
    row.set_status("unknown");
  } else if (!seen.insert(learner->id()).second) {
    row.set_status("repeated");
  } else {
    row.set_client_id(learner->id());
    row.set_fullname(learner->fullname());
    row.set_email(learner->email());
  }
}

const char* StatusOf(Assigned outcome) {
  switch (outcome) {
    case Assigned::kCreated:
      return "assigned";
    case Assigned::kMoved:
      return "dates_changed";
    case Assigned::kUnchanged:
    case Assigned::kKept:
      return "already_assigned";
    case Assigned::kGone:
      break;
  }
  return "unknown";
}

// What Assign would say, for a preview.
Assigned Preview(const AssignmentRecord* present, const Window& window, const AssignOptions& options) {
  if (present == nullptr) return Assigned::kCreated;
  if (present->window == window) return Assigned::kUnchanged;
  return options.keep_existing ? Assigned::kKept : Assigned::kMoved;
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

struct Extension {
  std::optional<UnixMillis> expiry;
  int days = 0;
  bool shorten = false;
  std::optional<AccessState> state;
  // Empty for everybody.
  std::vector<std::string> user_ids;
};

absl::StatusOr<Extension> ReadExtension(const v1::ExtendCourseRequest& request, const absl::TimeZone& zone) {
  Extension extension{.days = request.days(), .shorten = request.shorten()};
  std::vector<FieldViolation> refused;
  if (request.has_days() == !request.expiry_date().empty()) {
    refused.push_back({"expiryDate", "required", "Please give either a date or a number of days"});
  } else if (request.has_days() && (request.days() < 1 || request.days() > kMaxDays)) {
    refused.push_back({"days", "out_of_range", "The days are 1 to 3650"});
  } else if (!request.has_days()) {
    absl::StatusOr<UnixMillis> expiry = ParseExpiry(request.expiry_date(), zone);
    if (expiry.ok()) extension.expiry = *expiry;
    if (!expiry.ok()) refused.push_back({"expiryDate", "invalid_date", "Please give a date such as 2026-12-31"});
  }
  if (!request.state().empty()) {
    extension.state = ReadState(request.state());
    if (!extension.state.has_value()) refused.push_back({"state", "unknown", "The state is not known"});
  }
  if (!refused.empty()) return ValidationError(std::move(refused));
  if (!request.user_ids().empty()) {
    ASSIGN_OR_RETURN(extension.user_ids, RequireIds(request.user_ids(), "userIds"));
  }
  return extension;
}

// The expiry that an assignment gets; its own where nothing changes.
absl::StatusOr<UnixMillis> ExpiryAfter(const AssignmentRecord& assignment, const Extension& extension,
                                       const absl::TimeZone& zone) {
  UnixMillis present = assignment.window.expiry;
  if (!extension.expiry.has_value()) return AddDays(present, extension.days, zone);
  if (*extension.expiry < present && !extension.shorten) return present;
  // An end before the beginning would be no assignment at all.
  return std::max(*extension.expiry, assignment.window.start);
}

}  // namespace

absl::StatusOr<v1::BulkAssignResponse> AssignmentsService::BulkAssign(const Caller& caller,
                                                                      const v1::BulkAssignRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  RETURN_IF_ERROR(ValidateBulk(request));
  ASSIGN_OR_RETURN(Window window, ParseWindow(request.start_date(), request.expiry_date(), zone_));
  ASSIGN_OR_RETURN(catalog::v1::Course course, catalog_.GetCourse(caller, request.course_id()));
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> by_ids,
                   auth_.GetLearners(caller, {request.user_ids().begin(), request.user_ids().end()}));
  ASSIGN_OR_RETURN(auto by_emails, auth_.FindByEmail(caller, {request.emails().begin(), request.emails().end()}));

  v1::BulkAssignResponse response;
  std::unordered_set<std::string> seen;
  std::unordered_map<std::string_view, const auth::v1::Learner*> known;
  for (const auth::v1::Learner& learner : by_ids) known[learner.id()] = &learner;
  for (const std::string& id : request.user_ids()) {
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

  AuditContext audit{.caller = caller, .names = {{course.id(), course.title()}}};
  std::vector<AssignmentKey> keys;
  std::vector<Row*> rows;
  for (Row& row : *response.mutable_result()) {
    if (!row.has_client_id()) continue;
    keys.push_back({.course_id = course.id(), .learner_id = row.client_id()});
    rows.push_back(&row);
    audit.names[row.client_id()] = row.fullname();
  }
  AssignOptions options{.keep_existing = !request.update_existing(), .skip_gone = true};
  std::vector<Assigned> outcomes;
  if (request.dry_run()) {
    ASSIGN_OR_RETURN(std::vector<AssignmentRecord> present, assignments_.OfCourse(course.id()));
    std::unordered_map<std::string_view, const AssignmentRecord*> by_learner;
    for (const AssignmentRecord& each : present) by_learner[each.learner_id] = &each;
    for (const AssignmentKey& key : keys) {
      auto found = by_learner.find(key.learner_id);
      outcomes.push_back(Preview(found == by_learner.end() ? nullptr : found->second, window, options));
    }
  } else if (!keys.empty()) {
    ASSIGN_OR_RETURN(outcomes, assignments_.Assign(audit, keys, window, options));
  }
  for (size_t i = 0; i < rows.size(); ++i) rows[i]->set_status(StatusOf(outcomes[i]));
  for (const Row& row : response.result()) Count(row, *response.mutable_counts());
  response.mutable_counts();
  response.set_message(request.dry_run() ? "Nothing is changed yet" : "Updated Successfully");
  return response;
}

absl::StatusOr<v1::ExtendCourseResponse> AssignmentsService::ExtendCourse(const Caller& caller,
                                                                          const v1::ExtendCourseRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  ASSIGN_OR_RETURN(Extension extension, ReadExtension(request, zone_));
  ASSIGN_OR_RETURN(catalog::v1::Course course, catalog_.GetCourse(caller, request.course_id()));
  ASSIGN_OR_RETURN(std::vector<AssignmentRecord> assignments, assignments_.OfCourse(course.id()));
  std::unordered_set<std::string_view> wanted(extension.user_ids.begin(), extension.user_ids.end());
  if (!wanted.empty()) {
    ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> asked, auth_.GetLearners(caller, extension.user_ids));
    for (const auth::v1::Learner& learner : asked) wanted.erase(learner.id());
    if (!wanted.empty()) return error::LearnerNotFound(*wanted.begin());
    wanted.insert(extension.user_ids.begin(), extension.user_ids.end());
  }

  UnixMillis now = clock_.Now();
  int unchanged = 0;
  std::vector<ExpiryChange> changes;
  for (const AssignmentRecord& each : assignments) {
    if (!wanted.empty() && !wanted.contains(each.learner_id)) continue;
    if (extension.state.has_value() && DecideAccess(each.window, now) != *extension.state) continue;
    absl::StatusOr<UnixMillis> expiry = ExpiryAfter(each, extension, zone_);
    if (!expiry.ok()) return ValidationError({{"days", "out_of_range", "The date would be past the year 9999"}});
    if (*expiry == each.window.expiry) {
      ++unchanged;
      continue;
    }
    changes.push_back({.id = each.id,
                       .key = {.course_id = each.course_id, .learner_id = each.learner_id},
                       .from = each.window,
                       .expiry = *expiry});
  }
  std::sort(changes.begin(), changes.end(), [](const ExpiryChange& a, const ExpiryChange& b) {
    return std::pair(a.from.expiry, std::string_view(a.id)) < std::pair(b.from.expiry, std::string_view(b.id));
  });

  size_t shown = std::min(changes.size(), kRowsShown);
  std::vector<std::string> ids;
  for (size_t i = 0; i < shown; ++i) ids.push_back(changes[i].key.learner_id);
  ASSIGN_OR_RETURN(std::vector<auth::v1::Learner> learners, auth_.GetLearners(caller, ids));
  AuditContext audit{.caller = caller, .names = {{course.id(), course.title()}}};
  for (const auth::v1::Learner& learner : learners) audit.names[learner.id()] = learner.fullname();

  auto changed = static_cast<int>(changes.size());
  if (!request.dry_run() && !changes.empty()) {
    ASSIGN_OR_RETURN(changed, assignments_.SetExpiries(audit, changes));
  }
  v1::ExtendCourseResponse response;
  response.set_message(request.dry_run() ? "Nothing is changed yet" : "Updated Successfully");
  response.set_changed(changed);
  response.set_unchanged(unchanged + static_cast<int>(changes.size()) - changed);
  for (size_t i = 0; i < shown; ++i) {
    const ExpiryChange& change = changes[i];
    Window window{.start = change.from.start, .expiry = change.expiry};
    v1::ExtendCourseResponse::Row& row = *response.add_result();
    row.set_assignment_id(change.id);
    row.set_client_id(change.key.learner_id);
    row.set_fullname(audit.names[change.key.learner_id]);
    row.set_start_date(FormatTime(change.from.start));
    row.set_expiry_date(FormatTime(change.from.expiry));
    row.set_new_expiry_date(FormatTime(change.expiry));
    row.set_state(std::string(AccessStateName(DecideAccess(change.from, now))));
    row.set_new_state(std::string(AccessStateName(DecideAccess(window, now))));
  }
  return response;
}

}  // namespace academy::enrollment
