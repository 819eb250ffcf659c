// Counts what a database server did not do the first time.
//
// Thread-safe.
#pragma once

#include "absl/status/status.h"
#include "services/platform/base/metrics.h"

namespace academy {

class ServerMetrics {
 public:
  // `metrics` may be null, for none, and outlives this object.
  explicit ServerMetrics(Metrics* metrics);

  // Counts a transaction, or a call with an idempotency key, that ended with `status` and is run again.
  void CountRerun(const absl::Status& status) const;
  // Counts a transaction that its process writes while no other one does.
  void CountTurnAlone() const;

 private:
  MetricCounter* conflict_ = nullptr;
  MetricCounter* connection_ = nullptr;
  MetricCounter* standby_ = nullptr;
  MetricCounter* alone_ = nullptr;
};

}  // namespace academy
