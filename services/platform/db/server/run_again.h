// Whether and when what failed at a database server is done again: at once the first time, because a connection that
// was idle while the server was replaced is only then found to be lost; then with pauses, as long as the thread's call
// lasts. Nothing is done again for a call whose time is over.
#pragma once

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/db/server/server_metrics.h"

namespace academy {

// For one transaction or call, on its thread.
class RunAgain {
 public:
  // `asks_first` is true for what finds out by itself what it did before. `metrics` outlives this object.
  explicit RunAgain(const ServerMetrics& metrics, bool asks_first = false);

  // Whether to do again what ended with `status`. Pauses before it returns true, and counts that.
  bool After(const absl::Status& status);

 private:
  const ServerMetrics& metrics_;
  const bool asks_first_;
  absl::Duration pause_;
};

}  // namespace academy
