// Applies one report to a learner's stored progress.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// A player's report on a part of a course.
struct ProgressReport {
  std::string learner_id;
  const CourseOutline& course;
  const CourseOutline::Part& part;
  WatchReport watched;
  UnixMillis at = 0;
  // The day of `at` in the academy's time zone, in days since 1970.
  int day = 0;
};

// Applies the report of a learner who may watch the course now, and returns the learner's whole progress in it. Runs in
// the caller's transaction, which has checked that, and may throw as SOCI does.
std::vector<ProgressRecord> StoreReport(soci::session& sql, const ProgressReport& report, const ProgressRules& rules);

}  // namespace academy::enrollment
