#include "edge/access/address_rates.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/random/random.h"
#include "services/platform/base/status.h"

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
  AddressGroups groups = GroupsOf(address);
  for (const AddressGroup* group = groups.begin(); group != groups.end(); ++group) {
    absl::Duration wait = Take(BucketOf(*group), IntervalOf(*group), now);
    if (wait == absl::ZeroDuration()) continue;
    while (group != groups.begin()) {
      --group;
      BucketOf(*group) -= IntervalOf(*group);
    }
    return wait;
  }
  return absl::ZeroDuration();
}

void AddressRates::Refund(std::string_view address) {
  if (interval_ == 0) return;
  for (const AddressGroup& group : GroupsOf(address)) BucketOf(group) -= IntervalOf(group);
}

std::atomic<int64_t>& AddressRates::BucketOf(const AddressGroup& group) {
  return full_at_[absl::HashOf(seed_, group.name) % kBuckets];
}

int64_t AddressRates::IntervalOf(const AddressGroup& group) const {
  return std::max<int64_t>(1, static_cast<int64_t>(interval_ / static_cast<double>(group.factor)));
}

absl::Duration AddressRates::Take(std::atomic<int64_t>& full_at, int64_t interval, int64_t now) const {
  auto tolerance = static_cast<int64_t>(tolerance_);
  int64_t before = full_at;
  while (true) {
    int64_t from = std::max(before, now);
    if (from - now > tolerance) return absl::Microseconds(from - now - tolerance);
    if (full_at.compare_exchange_weak(before, from + interval)) return absl::ZeroDuration();
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
