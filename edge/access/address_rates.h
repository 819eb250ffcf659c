// How often an address may ask, or a session, by its id: a token bucket for each, in constant memory.
//
// Thread-safe, without locks. Addresses are told apart by a keyed hash: two of them share a bucket once in many
// thousands, and nobody can choose whom to share with.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/net/address_groups.h"

namespace academy::edge {

struct RateLimit {
  // Calls a second, for good; 0 for no limit.
  double per_second = 0;
  // Calls at once, before that rate holds.
  double burst = 0;
};

class AddressRates {
 public:
  // `clock` outlives it.
  AddressRates(const RateLimit& limit, const Clock& clock);

  // Counts a call of `address`; 0 where it is admitted, else how long the address has to wait. A refused call is not
  // counted.
  absl::Duration Admit(std::string_view address);
  // Undoes the count of one call that was admitted.
  void Refund(std::string_view address);

 private:
  std::atomic<int64_t>& BucketOf(const AddressGroup& group);
  // A call's part of the group's limit, in microseconds.
  int64_t IntervalOf(const AddressGroup& group) const;
  absl::Duration Take(std::atomic<int64_t>& full_at, int64_t interval, int64_t now) const;

  // In microseconds.
  const double interval_;
  const double tolerance_;
  const uint64_t seed_;
  const Clock& clock_;
  // When each bucket is full again, in microseconds since 1970 (GCRA).
  std::vector<std::atomic<int64_t>> full_at_;
};

// OK without a wait, else RESOURCE_EXHAUSTED too_many_requests that says how long to wait.
absl::Status TooMany(absl::Duration wait);

}  // namespace academy::edge
