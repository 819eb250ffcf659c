#include "services/common/clock.h"

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace academy {
namespace {

class SystemClock final : public Clock {
 public:
  UnixMillis Now() const override { return absl::ToUnixMillis(absl::Now()); }
};

}  // namespace

const Clock& Clock::System() {
  static const SystemClock clock;
  return clock;
}

std::string FormatTime(UnixMillis time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::FromUnixMillis(time), absl::UTCTimeZone());
}

absl::StatusOr<UnixMillis> ParseTime(std::string_view text) {
  absl::Time time;
  if (!absl::ParseTime(absl::RFC3339_full, absl::string_view(text.data(), text.size()), &time, nullptr) ||
      time == absl::InfiniteFuture() || time == absl::InfinitePast()) {
    return absl::InvalidArgumentError("not an RFC 3339 time");
  }
  return absl::ToUnixMillis(time);
}

}  // namespace academy
