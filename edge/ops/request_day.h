// The requests of the last day, by route: for managers who have no other program that watches the academy.
//
// Thread-safe. Takes 2 KiB a route.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/common/v1/health.pb.h"
#include "academy/edge/v1/health.pb.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

class RequestDay {
 public:
  // `clock` outlives it.
  explicit RequestDay(const Clock& clock) : clock_(clock), begun_(clock.Now()) {}

  // Counts an answered request. `route` must come from a small fixed set. Those with which programs look after the
  // academy do not count.
  void Record(std::string_view route, int status, absl::Duration took) ABSL_LOCKS_EXCLUDED(mutex_);

  // Of the last 24 to 25 hours; the slowest routes first, ten at most, those with 20 requests or more. Routes whose
  // time is their clients' (videos, uploads, exports, ...) are not among the slowest.
  v1::RequestReport Report() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The item `requests` (docs/operations.md says from when they fail), `value` being how many failed; and the item
  // `speed`, `value` being the milliseconds of the slowest route, 0 if there is none.
  common::v1::HealthItem RequestsItem() const ABSL_LOCKS_EXCLUDED(mutex_);
  common::v1::HealthItem SpeedItem() const;

 private:
  static constexpr size_t kHours = 25;
  // Milliseconds; one more bucket has those beyond.
  static constexpr std::array<int, 12> kBounds = {5, 10, 25, 50, 100, 250, 500, 1000, 2000, 5000, 10'000, 30'000};

  struct Counts {
    uint32_t requests = 0;
    uint32_t failed = 0;
    uint32_t longest_ms = 0;
    std::array<uint32_t, kBounds.size() + 1> times = {};

    void Add(const Counts& other);
    // Milliseconds within which this part of them was answered, as exactly as the bounds are.
    uint32_t Within(double part) const;
  };
  struct Hour {
    // Since 1970.
    int64_t number = 0;
    Counts counts;
  };
  using Hours = std::array<Hour, kHours>;

  int64_t HourNow() const { return clock_.Now() / absl::ToInt64Milliseconds(absl::Hours(1)); }
  // Of this hour and the `before` hours before it.
  static Counts Sum(const Hours& hours, int64_t now, int64_t before);
  Counts SumOfAll(int64_t before) const ABSL_LOCKS_EXCLUDED(mutex_);

  const Clock& clock_;
  const UnixMillis begun_;
  mutable absl::Mutex mutex_;
  std::map<std::string, Hours, std::less<>> routes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
