// What learners watched of the parts of their courses: records and SQL only.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/db/database.h"

namespace academy::enrollment {

struct ProgressRecord {
  std::string course_id;
  std::string part_id;
  PartState state;
};

// What a report leaves behind.
struct ProgressUpdate {
  PartState part;
  WatchAccount account;
  // Newly watched, milliseconds.
  int64_t added = 0;
  // As StoppedIn and WatchedBuckets say.
  int stopped_in = kNotStopped;
  int64_t buckets = 0;
  // With this, every part of the course is complete.
  bool course_completed = false;
};

// Thread-safe.
class ProgressStore {
 public:
  // The database, with enrollment's schema, must outlive the store.
  explicit ProgressStore(Database& database) : database_(database) {}

  // Of all courses of a learner, or of one; ordered by course and part.
  absl::StatusOr<std::vector<ProgressRecord>> OfLearner(const std::string& learner_id);
  absl::StatusOr<std::vector<ProgressRecord>> OfCourse(const AssignmentKey& key);

  // What there is of a learner's progress in the course and of the learner's account, and what becomes of it.
  using Change =
      std::function<ProgressUpdate(const std::vector<ProgressRecord>& course, const std::optional<WatchAccount>&)>;

  // Stores a part's state as `change` makes it (nothing is stored at first), with no other change between, and counts
  // it for `day` (days since 1970). Returns the learner's whole progress in the course. NOT_FOUND assignment_not_found
  // without an assignment.
  absl::StatusOr<std::vector<ProgressRecord>> Update(const AssignmentKey& key, const std::string& part_id, int day,
                                                     const Change& change);

 private:
  Database& database_;
};

// A learner's progress, by course and part, in the snapshot of `sql`. May throw as SOCI does.
std::vector<ProgressRecord> SelectProgressOfLearner(soci::session& sql, const std::string& learner_id);

}  // namespace academy::enrollment
