// Log lines about refused callers: 401, 403 and 429. No line contains a token, a query or a body.
//
// Thread-safe. The lines are limited, for each address and in all, so that a stranger neither fills the disk nor hides
// others; how many lines were left out is logged with the next one.
#pragma once

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/access/address_rates.h"
#include "edge/http/served.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

struct RefusalLimits {
  // At most some 50 MB a day.
  RateLimit all = {.per_second = 2, .burst = 200};
  RateLimit of_address = {.per_second = 0.2, .burst = 20};
};

class RefusalLog {
 public:
  // `clock` outlives it.
  explicit RefusalLog(const Clock& clock, const RefusalLimits& limits = {});
  // Logs how many lines were left out since the last one.
  ~RefusalLog();

  static bool Wants(int status) { return status == 401 || status == 403 || status == 429; }
  // Of an answer that it wants.
  void Add(const http::Served& served) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Whether the line may be written; `left_out` is then the number of lines left out before it.
  bool Admit(const http::Served& served, int64_t& left_out) ABSL_LOCKS_EXCLUDED(mutex_);

  const Clock& clock_;
  const RateLimit all_;
  AddressRates of_address_;
  absl::Mutex mutex_;
  double lines_ ABSL_GUARDED_BY(mutex_);
  UnixMillis filled_at_ ABSL_GUARDED_BY(mutex_);
  int64_t left_out_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge
