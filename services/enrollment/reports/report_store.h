// Statistics over many assignments and learners, read only from indexes of the tables `assignments`, `part_progress`,
// `course_progress`, `watchers` and `watched_days`. What is in the bin does not count, except in `watched_days`.
//
// Each function runs in its caller's snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

struct AssignmentCounts {
  int64_t assigned = 0;
  int64_t upcoming = 0;
  int64_t active = 0;
  int64_t expired = 0;
};

struct CourseCounts {
  AssignmentCounts assignments;
  // Among the learners who have the course now: those who started to watch it, and those who completed all parts that
  // existed at the time.
  int64_t started = 0;
  int64_t completed = 0;
};

// Statistics of one part: what viewers watched, and where they stopped.
struct PartCounts {
  std::string part_id;
  int64_t viewers = 0;
  int64_t completed = 0;
  // Viewers by the bucket in which they stopped; viewers who completed the part are in none.
  std::array<int64_t, kBuckets> stopped = {};
  // Viewers who watched at least half of the bucket.
  std::array<int64_t, kBuckets> watched = {};
};

struct DayCounts {
  // Days since 1970 in the academy's time zone.
  int day = 0;
  // Milliseconds of video that a learner watched for the first time.
  int64_t watched = 0;
  int64_t learners = 0;
};

// Counts the course's assignments and progress; zeros for an unknown course.
CourseCounts CountCourse(soci::session& sql, const std::string& course_id, UnixMillis now);
// Returns the times at which learners completed the course, from `since` on, in order.
std::vector<UnixMillis> ListCompletions(soci::session& sql, const std::string& course_id, UnixMillis since);
// Returns the parts of the course that somebody watched, ordered by id.
std::vector<PartCounts> ListPartCounts(soci::session& sql, const std::string& course_id);

// Returns the courses with more than `many` assignments, ordered by id.
std::vector<std::string> ListCoursesOfMany(soci::session& sql, int64_t many);

// Counts all assignments.
AssignmentCounts CountAssignments(soci::session& sql, UnixMillis now);
// Count the assignments that are active now and end before `end`, and list the first `limit` of their learners, ordered
// by id.
int64_t CountExpiring(soci::session& sql, UnixMillis now, UnixMillis end);
std::vector<std::string> ListExpiringLearners(soci::session& sql, UnixMillis now, UnixMillis end, int limit);
// Counts the learners who watched something on the day `first` (days since 1970) or later.
int64_t CountWatchers(soci::session& sql, int first);
// Returns the days from `first` on, in order, on which something was watched.
std::vector<DayCounts> ListDayCounts(soci::session& sql, int first);

}  // namespace academy::enrollment
