// A clock that only the test advances. Thread-safe.
#pragma once

#include <atomic>

#include "services/platform/base/clock.h"

namespace academy {

class FakeClock final : public Clock {
 public:
  explicit FakeClock(UnixMillis now = 1'800'000'000'000) : now_(now) {}
  UnixMillis Now() const override { return now_; }
  void Advance(absl::Duration by) { now_ += absl::ToInt64Milliseconds(by); }
  void Set(UnixMillis now) { now_ = now; }

 private:
  std::atomic<UnixMillis> now_;
};

}  // namespace academy
