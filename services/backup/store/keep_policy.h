// Which backups are kept: of so many hours, days, weeks, months and years (UTC) that have backups, the newest of each.
//
// All functions are pure and thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

struct KeepPolicy {
  int hours = 0;
  int days = 0;
  int weeks = 0;
  int months = 0;
  int years = 0;

  bool operator==(const KeepPolicy&) const = default;
};

// Reads `24h,7d,4w,6m,2y`, any of them in any order. INVALID_ARGUMENT keep_invalid.
absl::StatusOr<KeepPolicy> ParseKeepPolicy(std::string_view text);

// Whether each of the backups, made at these times, is kept. The newest always is.
std::vector<bool> Kept(const KeepPolicy& policy, const std::vector<UnixMillis>& times);

}  // namespace academy::backup
