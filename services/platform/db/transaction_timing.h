// Measures transactions, for the metrics and for the call that they are part of.
//
// Plain values; a TransactionTiming is used by one thread.
#pragma once

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/base/metrics.h"
#include "services/platform/tracing/call_times.h"

namespace academy {

// Time that transactions of one kind wait for a connection, and their total time; null for none.
struct TransactionTimers {
  MetricTimer* wait = nullptr;
  MetricTimer* total = nullptr;
};

// Times one transaction from its construction to its destruction.
class TransactionTiming {
 public:
  explicit TransactionTiming(const TransactionTimers& timers)
      : timers_(timers), begun_(timers.total == nullptr ? absl::Time() : absl::Now()) {}
  ~TransactionTiming() {
    if (timers_.total == nullptr) return;
    const absl::Duration took = absl::Now() - begun_;
    timers_.total->Observe(took);
    if (CallTimes* times = CallTimes::Current(); times != nullptr) times->AddDatabase(took);
  }
  TransactionTiming(const TransactionTiming&) = delete;
  TransactionTiming& operator=(const TransactionTiming&) = delete;

  // Call when the connection is available.
  void Connected() const {
    if (timers_.wait != nullptr) timers_.wait->Observe(absl::Now() - begun_);
  }

 private:
  const TransactionTimers& timers_;
  const absl::Time begun_;
};

}  // namespace academy
