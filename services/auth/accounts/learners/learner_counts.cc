#include "services/auth/accounts/learners/learner_counts.h"

#include <cstdlib>

#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// In a large academy nobody needs to know how many thousands a word finds, and to count them takes a tenth of a second.
// Several words are compared with each other, so that they find few.
CountLimits LimitsOf(const LearnerQuery& query) {
  return {.rows = query.words.size() == 1 ? 10'000 : 100'000, .learners = 5000};
}

}  // namespace

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

bool LearnerCounts::IsLarge(soci::session& sql) {
  auto known = [&] {
    absl::MutexLock lock(&mutex_);
    return is_large_;
  };
  if (!known().has_value()) Get(sql, {});
  return known().value_or(false);
}

LearnerCount LearnerCounts::Get(soci::session& sql, const LearnerQuery& query) {
  if (!query.words.empty()) return CountLearners(sql, query, IsLarge(sql) ? LimitsOf(query) : CountLimits());
  const Flags flags(query.active, query.activated);
  if (std::optional<int64_t> known = Known(flags)) return {.total = *known};
  LearnerCount count = CountLearners(sql, query);
  absl::MutexLock lock(&mutex_);
  if (flags == Flags()) is_large_ = count.total > large_;
  if (count.total > large_) {
    kept_[flags] = {.total = count.total, .counted_at = clock_.Now()};
  }
  return count;
}

absl::Status LearnerCounts::RequireFew(soci::session& sql) {
  if (Get(sql, {}).total <= large_) return absl::OkStatus();
  return ValidationError({{"limit", "required", "There are too many learners for one answer: ask for pages"}});
}

}  // namespace academy::auth
