// Applies learners' reports to their stored progress.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "academy/enrollment/v1/progress.pb.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"

namespace academy::enrollment {

// A player's report on a part of a course.
struct ProgressReport {
  // Of `course` and the learner who reports.
  AssignmentKey key;
  const CourseOutline& course;
  const v1::UpdateProgressRequest& request;
};

// Applies the reports in order, received at `at`, on the day `day` of the academy's time zone, counted from 1970.
// Returns for each the learner's progress in its course after it, ordered by part, or why it was refused, which changes
// nothing: NOT_FOUND assignment_not_found or part_not_found; PERMISSION_DENIED course_not_started or course_expired;
// INVALID_ARGUMENT validation_failed.
//
// Runs in the caller's transaction, with as many statements for one report as for a hundred, and may throw as SOCI
// does.
std::vector<absl::StatusOr<std::vector<ProgressRecord>>> StoreReports(Transaction& tx,
                                                                      absl::Span<const ProgressReport> reports,
                                                                      UnixMillis at, int day,
                                                                      const ProgressRules& rules);

}  // namespace academy::enrollment
