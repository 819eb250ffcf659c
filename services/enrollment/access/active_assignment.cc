#include "services/enrollment/access/active_assignment.h"

#include <optional>
#include <utility>

#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {

absl::StatusOr<AssignmentRecord> FindActiveAssignment(soci::session& sql, const AssignmentKey& key, UnixMillis now) {
  std::optional<AssignmentRecord> assignment = FindAssignmentOf(sql, key);
  if (!assignment.has_value() || IsDenied(sql, key)) return error::AssignmentNotFound();
  switch (DecideAccess(assignment->window, now)) {
    case AccessState::kUpcoming:
      return error::CourseNotStarted();
    case AccessState::kExpired:
      return error::CourseExpired();
    case AccessState::kActive:
      break;
  }
  return *std::move(assignment);
}

absl::StatusOr<AssignmentRecord> LoadActiveAssignment(Database& database, const AssignmentKey& key, UnixMillis now) {
  return database.Read([&](soci::session& sql) { return FindActiveAssignment(sql, key, now); });
}

}  // namespace academy::enrollment
