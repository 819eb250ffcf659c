// How many learners there are, for the totals of lists.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/accounts/learners/search/learner_query.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// To count millions takes a quarter of a second, and a manager's list shows the number with each of its pages. So a
// large number is kept for a while. Thread-safe.
class LearnerCounts {
 public:
  static constexpr int64_t kLarge = 100'000;
  static constexpr absl::Duration kKept = absl::Minutes(1);

  // `clock` must outlive this object.
  explicit LearnerCounts(const Clock& clock, int64_t large = kLarge) : clock_(clock), large_(large) {}

  // Returns INVALID_ARGUMENT validation_failed if there are too many learners to be listed in one answer, which would
  // need gigabytes. May throw as SOCI does.
  absl::Status RequireFew(soci::session& sql) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the number of matches of `query`. Without words, a number above kLarge may be kKept old; with words, fewer
  // are counted if there are so many learners. May throw as SOCI does.
  LearnerCount Get(soci::session& sql, const LearnerQuery& query) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Whether only active or inactive, activated or other learners are counted.
  using Flags = std::pair<std::optional<bool>, std::optional<bool>>;
  struct Kept {
    int64_t total = 0;
    UnixMillis counted_at = 0;
  };

  // Whether there are many learners, as was last counted.
  bool IsLarge(soci::session& sql) ABSL_LOCKS_EXCLUDED(mutex_);
  std::optional<int64_t> Known(const Flags& flags) ABSL_LOCKS_EXCLUDED(mutex_);

  const Clock& clock_;
  const int64_t large_;
  absl::Mutex mutex_;
  std::optional<bool> is_large_ ABSL_GUARDED_BY(mutex_);
  std::map<Flags, Kept> kept_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
