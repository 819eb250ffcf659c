// Computes which assignments of a course an extension changes, and how.
//
// All functions are pure and thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/enrollment/v1/bulk_assignments.pb.h"
#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/assignments/bulk/expiry_changes.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// A parsed request.
struct Extension {
  // Either a new expiry, or a number of days to add.
  std::optional<UnixMillis> expiry;
  int days = 0;
  // Whether assignments may be shortened.
  bool shorten = false;
  // Only assignments in this state.
  std::optional<AccessState> state;
  // Only these learners' assignments; empty for all of the course.
  std::vector<std::string> learner_ids;
};

// INVALID_ARGUMENT validation_failed with the refused fields.
absl::StatusOr<Extension> ReadExtension(const v1::ExtendCourseRequest& request, const absl::TimeZone& zone);

struct ExtensionPlan {
  // Soonest expiry first.
  std::vector<ExpiryChange> changes;
  // Number of selected assignments that keep their expiry.
  int unchanged = 0;
};

// INVALID_ARGUMENT validation_failed if an expiry would be past the year 9999.
absl::StatusOr<ExtensionPlan> PlanExtension(const std::vector<AssignmentRecord>& assignments,
                                            const Extension& extension, UnixMillis now, const absl::TimeZone& zone);

}  // namespace academy::enrollment
