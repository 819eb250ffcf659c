#include "services/enrollment/assignments/assignment_changes.h"

#include <optional>
#include <utility>

#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::enrollment {
namespace {

// Events that a transaction appends after all of its changes.
struct Records {
  std::vector<std::string> events;
  std::vector<AuditEntry> entries;
};

void RecordAll(const WriteDeps& deps, Transaction& tx, const Caller& caller, Records records) {
  deps.feed.AppendAll(tx, records.events);
  deps.audit.Add(tx, caller, std::move(records.entries));
}

// Creates one assignment or changes its dates.
AssignOutcome Put(soci::session& sql, const AuditContext& context, const AssignmentSpec& spec,
                  const AssignOptions& options, UnixMillis now, Records& records) {
  std::optional<AssignmentRecord> present = FindAssignmentOf(sql, spec.key);
  AssignOutcome outcome = AssignOutcomeOf(present.has_value() ? &*present : nullptr, spec.window, options);
  const char* action = nullptr;
  std::string id;
  if (outcome == AssignOutcome::kCreated) {
    action = "assignment.created";
    id = NewId(now);
    InsertAssignment(sql, {.id = id,
                           .course_id = spec.key.course_id,
                           .learner_id = spec.key.learner_id,
                           .window = spec.window,
                           .created_at = now});
  } else if (outcome == AssignOutcome::kDatesChanged) {
    action = "assignment.dates_changed";
    id = present->id;
    SetAssignmentWindow(sql, id, spec.window, now);
  } else {
    return outcome;
  }
  records.events.push_back(AssignmentEvent(id, /*removed=*/false));
  records.entries.push_back(AssignmentEntry(context, action, id, spec.key, spec.window));
  return outcome;
}

}  // namespace

AssignOutcome AssignOutcomeOf(const AssignmentRecord* present, const Window& window, const AssignOptions& options) {
  if (present == nullptr) return AssignOutcome::kCreated;
  if (present->window == window) return AssignOutcome::kUnchanged;
  return options.keep_existing ? AssignOutcome::kDatesKept : AssignOutcome::kDatesChanged;
}

absl::StatusOr<std::vector<AssignOutcome>> Assign(const WriteDeps& deps, const AuditContext& context,
                                                  const std::vector<AssignmentSpec>& specs,
                                                  const AssignOptions& options) {
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<AssignOutcome>> {
    UnixMillis now = deps.clock.Now();
    std::vector<AssignOutcome> outcomes;
    Records records;
    for (const AssignmentSpec& spec : specs) {
      std::optional<std::string> removed = FindRemoved(tx.sql(), spec.key);
      if (removed == spec.key.course_id) return error::CourseNotFound(*removed);
      if (removed.has_value() && !options.skip_removed) return error::LearnerNotFound(*removed);
      outcomes.push_back(removed.has_value() ? AssignOutcome::kRemoved
                                             : Put(tx.sql(), context, spec, options, now, records));
    }
    RecordAll(deps, tx, context.caller, std::move(records));
    return outcomes;
  });
}

std::vector<AssignmentSpec> SpecsOf(const std::vector<AssignmentKey>& keys, const Window& window) {
  std::vector<AssignmentSpec> specs;
  specs.reserve(keys.size());
  for (const AssignmentKey& key : keys) specs.push_back({.key = key, .window = window});
  return specs;
}

absl::StatusOr<AssignmentRecord> ChangeDates(
    const WriteDeps& deps, const AuditContext& context, const std::string& id,
    absl::FunctionRef<absl::StatusOr<Window>(const AssignmentRecord& present)> change) {
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<AssignmentRecord> {
    std::optional<AssignmentRecord> assignment = FindAssignment(tx.sql(), id);
    if (!assignment.has_value()) return error::AssignmentNotFound();
    ASSIGN_OR_RETURN(Window window, change(*assignment));
    if (assignment->window == window) return *std::move(assignment);
    assignment->window = window;
    ++assignment->revision;
    SetAssignmentWindow(tx.sql(), id, window, deps.clock.Now());
    AssignmentKey key{.course_id = assignment->course_id, .learner_id = assignment->learner_id};
    deps.feed.Append(tx, AssignmentEvent(id, /*removed=*/false));
    deps.audit.Add(tx, context.caller, AssignmentEntry(context, "assignment.dates_changed", id, key, window));
    return *std::move(assignment);
  });
}

absl::Status Unassign(const WriteDeps& deps, const AuditContext& context, const std::vector<AssignmentKey>& keys) {
  return deps.database.Write([&](Transaction& tx) -> absl::Status {
    Records records;
    for (const AssignmentKey& key : keys) {
      std::optional<std::string> id = DeleteAssignment(tx.sql(), key);
      if (!id.has_value()) continue;
      records.events.push_back(AssignmentEvent(*id, /*removed=*/true));
      records.entries.push_back(AssignmentEntry(context, "assignment.removed", *id, key));
    }
    RecordAll(deps, tx, context.caller, std::move(records));
    return absl::OkStatus();
  });
}

}  // namespace academy::enrollment
