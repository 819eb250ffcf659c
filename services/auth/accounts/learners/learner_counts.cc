#include "services/auth/accounts/learners/learner_counts.h"

#include <cstdlib>

#include "services/platform/base/status.h"

namespace academy::auth {

std::optional<int64_t> LearnerCounts::Known(const Flags& flags) {
  absl::MutexLock lock(&mutex_);
  auto found = kept_.find(flags);
  if (found == kept_.end()) return std::nullopt;
  // Also a clock that was set back ends it.
  const UnixMillis age = clock_.Now() - found->second.counted_at;
  if (std::abs(age) < absl::ToInt64Milliseconds(kKept)) return found->second.total;
  kept_.erase(found);
  return std::nullopt;
}

LearnerCount LearnerCounts::Get(soci::session& sql, const LearnerQuery& query) {
  if (!query.words.empty()) return CountLearners(sql, query);
  const Flags flags(query.active, query.activated);
  if (std::optional<int64_t> known = Known(flags)) return {.total = *known};
  LearnerCount count = CountLearners(sql, query);
  if (count.total > large_) {
    absl::MutexLock lock(&mutex_);
    kept_[flags] = {.total = count.total, .counted_at = clock_.Now()};
  }
  return count;
}

absl::Status LearnerCounts::RequireFew(soci::session& sql) {
  if (Get(sql, {}).total <= large_) return absl::OkStatus();
  return ValidationError({{"limit", "required", "There are too many learners for one answer: ask for pages"}});
}

}  // namespace academy::auth
