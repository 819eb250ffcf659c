// Changes of assignments, shared by several rpcs.
//
// Each function that takes WriteDeps runs one transaction, which changes the assignments and appends the change to the
// change feed and the audit trail. If nothing changes, nothing is recorded. Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/write_deps.h"

namespace academy::enrollment {

// The requested state of an assignment.
struct AssignmentSpec {
  AssignmentKey key;
  Window window;
};

struct AssignOptions {
  // Existing assignments keep their dates.
  bool keep_existing = false;
  // A learner who was removed meanwhile is skipped instead of failing the whole call.
  bool skip_removed = false;
};

// What Assign did for one spec.
enum class AssignOutcome {
  kCreated,
  // It existed and got the new dates.
  kDatesChanged,
  // It existed with these dates.
  kUnchanged,
  // It existed and kept its dates.
  kDatesKept,
  // The learner was removed meanwhile.
  kRemoved,
};

// Returns the outcome of assigning `window` when the current assignment is `present`, which may be null.
AssignOutcome AssignOutcomeOf(const AssignmentRecord* present, const Window& window, const AssignOptions& options);

// Creates assignments, or sets the new window on existing ones: all of them or none. Returns the outcomes in the order
// of `specs`. NOT_FOUND course_not_found or user_not_found if a course or learner was removed meanwhile.
absl::StatusOr<std::vector<AssignOutcome>> Assign(const WriteDeps& deps, const AuditContext& context,
                                                  const std::vector<AssignmentSpec>& specs,
                                                  const AssignOptions& options = {});

// Returns one spec per key, all with `window`.
std::vector<AssignmentSpec> SpecsOf(const std::vector<AssignmentKey>& keys, const Window& window);

// Sets an assignment's dates to those that `change` makes of the present ones, unless it refuses with an error, and
// returns the assignment. NOT_FOUND assignment_not_found.
absl::StatusOr<AssignmentRecord> ChangeDates(
    const WriteDeps& deps, const AuditContext& context, const std::string& id,
    absl::FunctionRef<absl::StatusOr<Window>(const AssignmentRecord& present)> change);

// Removes the assignments of `keys`; keys without one are skipped. Progress is kept for a later assignment.
absl::Status Unassign(const WriteDeps& deps, const AuditContext& context, const std::vector<AssignmentKey>& keys);

}  // namespace academy::enrollment
