// Changes thousands of expiries in one transaction.
//
// Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/write_deps.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// One assignment's new expiry, computed from the window `from` that was read.
struct ExpiryChange {
  std::string id;
  AssignmentKey key;
  Window from;
  UnixMillis expiry = 0;
};

// Changes the expiries of all assignments that still have the window `from`, and appends their feed and audit events.
// Returns the number changed. All or nothing, so a caller who retries after an error does not add days twice.
absl::StatusOr<int> ChangeExpiries(const WriteDeps& deps, const AuditContext& context,
                                   std::vector<ExpiryChange> changes);

}  // namespace academy::enrollment
