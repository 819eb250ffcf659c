// How long deleted things stay in the bin: days in which their service ran, whatever the system clock said.
//
// Pure; may be called from any thread.
#pragma once

#include <cstdint>

#include "absl/time/time.h"
#include "services/platform/base/clock.h"

namespace academy {

inline constexpr int kDefaultBinDays = 30;
inline constexpr int kMaxBinDays = 365;
// How often to look for what is due.
inline constexpr absl::Duration kBinCheckInterval = absl::Hours(1);

// When something was deleted.
struct Deletion {
  UnixMillis at = 0;
  // CountedMillis then.
  int64_t counted = 0;
};

class BinTerm {
 public:
  explicit BinTerm(int days) : length_(absl::Hours(24 * days)) {}

  // Whatever was deleted when this much or less was counted is due. `counted` is CountedMillis now.
  int64_t DueUntil(int64_t counted) const;
  // When the deleted thing will be due if the service runs without a pause.
  UnixMillis PurgeTime(const Deletion& deletion, UnixMillis now, int64_t counted) const;

 private:
  const absl::Duration length_;
};

}  // namespace academy
