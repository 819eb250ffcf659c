// Loads assignments that may be watched now, the first step of playback and of progress reports.
//
// All functions are thread-safe.
#pragma once

#include <soci/soci.h>

#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/errors.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::enrollment {

// NOT_FOUND assignment_not_found; PERMISSION_DENIED course_not_started or course_expired outside its window.
absl::StatusOr<AssignmentRecord> LoadActiveAssignment(Database& database, const AssignmentKey& key, UnixMillis now);
// The same for each of the keys, which must differ, in the caller's transaction or snapshot. May throw as SOCI does.
std::vector<absl::StatusOr<AssignmentRecord>> FindActiveAssignments(soci::session& sql,
                                                                    const std::vector<AssignmentKey>& keys,
                                                                    UnixMillis now);

// Converts course_not_found of an assigned course to NOT_FOUND assignment_not_found: the catalog has deleted the
// course, and its feed is about to remove the assignment.
template <typename Course>
absl::StatusOr<Course> OrNotAssigned(absl::StatusOr<Course> course) {
  if (absl::IsNotFound(course.status())) return error::AssignmentNotFound();
  return course;
}

}  // namespace academy::enrollment
