// Figures over many assignments and learners: counts alone, read from indexes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::enrollment {

struct AssignmentCounts {
  int64_t assigned = 0;
  int64_t upcoming = 0;
  int64_t active = 0;
  int64_t expired = 0;
};

struct CourseCounts {
  AssignmentCounts assignments;
  // Of those who are assigned now: who began to watch, and who completed every part that the course had then.
  int64_t started = 0;
  int64_t completed = 0;
};

// Where viewers of one part stopped, and what they watched of it.
struct PartCounts {
  std::string part_id;
  int64_t viewers = 0;
  int64_t completed = 0;
  // Viewers by the stretch in which they stopped; those who completed the part stopped nowhere.
  std::array<int64_t, kBuckets> stopped = {};
  // Viewers who watched the stretch.
  std::array<int64_t, kBuckets> watched = {};
};

struct DayCounts {
  // Days since 1970 in the academy's time zone.
  int day = 0;
  int64_t watched = 0;
  int64_t learners = 0;
};

// Thread-safe.
class ReportStore {
 public:
  // The database, with enrollment's schema, must outlive the store.
  explicit ReportStore(Database& database) : database_(database) {}

  absl::StatusOr<CourseCounts> OfCourse(const std::string& course_id, UnixMillis now);
  // When learners completed a course, since `since`.
  absl::StatusOr<std::vector<UnixMillis>> Completions(const std::string& course_id, UnixMillis since);
  // Parts that somebody watched, in no order.
  absl::StatusOr<std::vector<PartCounts>> Parts(const std::string& course_id);

  absl::StatusOr<AssignmentCounts> OfAll(UnixMillis now);
  // Assignments that are active now and end before `end`.
  absl::StatusOr<int64_t> Expiring(UnixMillis now, UnixMillis end);
  // The learners of those.
  absl::StatusOr<std::vector<std::string>> ExpiringLearners(UnixMillis now, UnixMillis end);
  // Learners who watched something since the day `first` began.
  absl::StatusOr<int64_t> Watchers(int first);
  // Days on which something was watched, from `first` on, in their order.
  absl::StatusOr<std::vector<DayCounts>> Days(int first);

 private:
  Database& database_;
};

}  // namespace academy::enrollment
