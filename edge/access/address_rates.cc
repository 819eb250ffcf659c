#include "edge/access/address_rates.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/random/random.h"
#include "services/platform/base/status.h"
#include "services/platform/net/address_groups.h"

namespace academy::edge {
namespace {

constexpr size_t kBuckets = 64 * 1024;
constexpr double kMicrosASecond = 1e6;

}  // namespace

AddressRates::AddressRates(const RateLimit& limit, const Clock& clock)
    : interval_(limit.per_second > 0 ? kMicrosASecond / limit.per_second : 0),
      tolerance_(interval_ * std::max(0.0, limit.burst - 1)),
      seed_(absl::Uniform<uint64_t>(absl::BitGen())),
      clock_(clock),
      full_at_(kBuckets) {}

absl::Duration AddressRates::Admit(std::string_view address) {
  if (interval_ == 0) return absl::ZeroDuration();
  int64_t now = clock_.Now() * 1000;
  for (const AddressGroup& group : GroupsOf(address)) {
    uint64_t hash = absl::HashOf(seed_, group.name);
    absl::Duration wait = Take(hash, group.factor, now);
    if (wait > absl::ZeroDuration()) return wait;
  }
  return absl::ZeroDuration();
}

absl::Duration AddressRates::Take(uint64_t hash, size_t factor, int64_t now) {
  std::atomic<int64_t>& full_at = full_at_[hash % kBuckets];
  auto interval = static_cast<int64_t>(interval_ / static_cast<double>(factor));
  auto tolerance = static_cast<int64_t>(tolerance_);
  int64_t before = full_at;
  while (true) {
    int64_t from = std::max(before, now);
    if (from - now > tolerance) return absl::Microseconds(from - now - tolerance);
    if (full_at.compare_exchange_weak(before, from + std::max<int64_t>(1, interval))) return absl::ZeroDuration();
  }
}

absl::Status TooMany(absl::Duration wait) {
  if (wait == absl::ZeroDuration()) return absl::OkStatus();
  auto seconds = static_cast<int>(absl::ToInt64Seconds(absl::Ceil(wait, absl::Seconds(1))));
  return WithRetryAfter(
      Error(absl::StatusCode::kResourceExhausted, "too_many_requests", "Too many requests, please try again later"),
      seconds);
}

}  // namespace academy::edge
