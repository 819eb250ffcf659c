// Learners' progress: the tables `part_progress`, `course_progress`, `watchers` and `watched_days`.
//
// What stores many rows locks them in the order given: to avoid deadlocks, give them in the order of learner, course
// and part. Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"

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

  friend bool operator==(const PartFigures&, const PartFigures&) = default;
};

// Lets nobody else who calls it go on until the transaction has ended. To be called first: on a server, whose writes
// run side by side, batches that read and write hundreds of rows would mostly be refused because of each other, and in
// turns they are twice as fast.
void TakeReportsTurn(Transaction& tx);

// Return a learner's progress in all courses, ordered by course and part, or in one course, ordered by part.
std::vector<ProgressRecord> ListProgressOfLearner(soci::session& sql, const std::string& learner_id);
std::vector<ProgressRecord> ListProgressOfCourse(soci::session& sql, const AssignmentKey& key);

// Progress in a part with its learner and its statistics.
struct StoredPart {
  std::string learner_id;
  ProgressRecord progress;
  PartFigures figures;
};

// Returns the progress of each key's learner in its course, in no particular order. The keys must differ.
std::vector<StoredPart> ListPartProgress(soci::session& sql, const std::vector<AssignmentKey>& keys);
// PutPartProgress stores progress in parts, but keeps the statistics of those that are stored already, which
// SetPartFigures changes: they are indexed and rarely change, and an unchanged index page need not be written. No two
// of the parts may be the same.
void PutPartProgress(soci::session& sql, const std::vector<StoredPart>& parts);
void SetPartFigures(soci::session& sql, const std::vector<StoredPart>& parts);

struct CourseProgress {
  AssignmentKey key;
  UnixMillis started_at = 0;
  // 0 until the learner has completed the course.
  UnixMillis completed_at = 0;
};

// Stores that learners started or completed courses. The times of the first start and completion are kept. No two may
// have the same key.
void PutCourseProgress(soci::session& sql, const std::vector<CourseProgress>& courses);

struct WatcherRecord {
  std::string learner_id;
  WatchAccount account;
  // The day of the learner's latest report, in days since 1970.
  int last_day = 0;
};

// Returns the learners who have reported before, in no particular order. The ids must differ.
std::vector<WatcherRecord> ListWatchers(soci::session& sql, const std::vector<std::string>& learner_ids);
// PutWatchers stores accounts, but keeps the days of learners who are stored already, which SetWatcherDays changes: see
// PutPartProgress. No learner may be there twice.
void PutWatchers(soci::session& sql, const std::vector<WatcherRecord>& watchers);
void SetWatcherDays(soci::session& sql, const std::vector<WatcherRecord>& watchers);

// Adds milliseconds of newly watched video, and learners not counted yet, to a day.
void AddToWatchedDay(Transaction& tx, int day, int64_t watched, int learners);

}  // namespace academy::enrollment
