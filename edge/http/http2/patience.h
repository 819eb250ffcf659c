// How much of something a peer may do: a stock that refills with time.
//
// Not thread-safe.
#pragma once

#include <algorithm>

#include "absl/time/time.h"

namespace academy::http {

class Patience {
 public:
  // Full at first: `at_once`, refilled by `a_second`.
  Patience(double at_once, double a_second) : most_(at_once), a_second_(a_second), left_(at_once) {}

  // False once the stock is used up; `now` is SteadyNow().
  bool Spend(absl::Duration now, double cost = 1) {
    if (now > filled_) Earn(absl::ToDoubleSeconds(now - filled_) * a_second_);
    filled_ = now;
    left_ -= cost;
    return left_ >= 0;
  }
  void Earn(double gain) { left_ = std::min(most_, left_ + gain); }

 private:
  const double most_;
  const double a_second_;
  double left_;
  absl::Duration filled_;
};

}  // namespace academy::http
