// Learners' progress: the tables `part_progress`, `course_progress`, `watchers` and `watched_days`.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

struct ProgressRecord {
  std::string course_id;
  std::string part_id;
  PartState state;
};

// Statistics of one viewer of a part, as StoppedIn and WatchedBuckets compute them.
struct PartFigures {
  int stopped_in = kNotStopped;
  int64_t watched_buckets = 0;
};

// Return a learner's progress in all courses, ordered by course and part, or in one course, ordered by part.
std::vector<ProgressRecord> ListProgressOfLearner(soci::session& sql, const std::string& learner_id);
std::vector<ProgressRecord> ListProgressOfCourse(soci::session& sql, const AssignmentKey& key);

// InsertPartProgress stores the learner's first progress in a part, UpdatePartProgress changes it.
void InsertPartProgress(soci::session& sql, const std::string& learner_id, const ProgressRecord& record,
                        const PartFigures& figures);
void UpdatePartProgress(soci::session& sql, const std::string& learner_id, const ProgressRecord& record,
                        const PartFigures& figures);

// Stores that the learner started or completed the course at `now`. The time of the first completion is kept.
void RecordCourseProgress(soci::session& sql, const AssignmentKey& key, UnixMillis now, bool completed);

struct WatcherRecord {
  WatchAccount account;
  // The day of the learner's latest report, in days since 1970.
  int last_day = 0;
};

// nullopt before the learner's first report.
std::optional<WatcherRecord> FindWatcher(soci::session& sql, const std::string& learner_id);
// Stores the learner's first report, or the first on another day.
void PutWatcher(soci::session& sql, const std::string& learner_id, const WatcherRecord& watcher);
// Stores another report on the same day, without changing the index of days.
void UpdateWatchAccount(soci::session& sql, const std::string& learner_id, const WatchAccount& account);

// Adds milliseconds of newly watched video, and learners not counted yet, to a day.
void AddToWatchedDay(soci::session& sql, int day, int64_t watched, int learners);

}  // namespace academy::enrollment
