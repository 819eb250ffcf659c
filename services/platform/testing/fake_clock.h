// A clock that stands still until a test moves it. Thread-safe.
#pragma once

#include <atomic>

#include "services/platform/base/clock.h"

namespace academy {

class FakeClock final : public Clock {
 public:
  explicit FakeClock(UnixMillis now = 1'800'000'000'000) : now_(now) {}
  UnixMillis Now() const override { return now_; }
  void Advance(UnixMillis by) { now_ += by; }
  void Set(UnixMillis now) { now_ = now; }

 private:
  std::atomic<UnixMillis> now_;
};

}  // namespace academy
