#include "services/platform/background/bin_term.h"

#include "services/platform/background/counted_time.h"

namespace academy {

int64_t BinTerm::DueUntil(int64_t counted) const {
  // What was counted since is up to a step too much, because the number may have been as old when it was stored.
  return counted - absl::ToInt64Milliseconds(length_ + CountedTime::kMaxStep);
}

UnixMillis BinTerm::PurgeTime(const Deletion& deletion, UnixMillis now, int64_t counted) const {
  UnixMillis planned = deletion.at + absl::ToInt64Milliseconds(length_);
  UnixMillis left = now + absl::ToInt64Milliseconds(length_) - (counted - deletion.counted);
  // Counting takes steps and the check has an interval, so a small difference means nothing.
  return left > planned + absl::ToInt64Milliseconds(kBinCheckInterval) ? left : planned;
}

}  // namespace academy
