// Which long calls each request has waited for, until its line in the log of slow requests is written.
//
// Thread-safe. Calls of requests that turn out not to be slow are forgotten when newer ones need their place.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class CallNotes final : public LongCallSink {
 public:
  // Requests remembered at most, and calls of one.
  static constexpr size_t kMaxRequests = 4096;
  static constexpr size_t kMaxCalls = 64;

  void OnLongCall(LongCall call) override ABSL_LOCKS_EXCLUDED(mutex_);
  // The calls of a request, in the order in which they ended; forgotten here.
  std::vector<LongCall> Take(const std::string& request_id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, std::vector<LongCall>> by_request_ ABSL_GUARDED_BY(mutex_);
  // Also ids that were taken.
  std::deque<std::string> order_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
