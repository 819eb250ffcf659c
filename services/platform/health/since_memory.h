// Remembers since when each item has been as it is.
//
// Thread-safe.
#pragma once

#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/common/v1/health.pb.h"
#include "services/platform/base/clock.h"

namespace academy {

class SinceMemory {
 public:
  // `clock` must outlive the memory.
  explicit SinceMemory(const Clock& clock) : clock_(clock) {}

  // Sets an empty `since` to when an item of this name was first seen with this code.
  void Fill(common::v1::HealthItem& item) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    Seen& seen = seen_[item.name()];
    if (seen.code != item.code()) seen = {.code = item.code(), .since = FormatTime(clock_.Now())};
    if (item.since().empty()) item.set_since(seen.since);
  }

 private:
  struct Seen {
    std::string code;
    std::string since;
  };

  const Clock& clock_;
  absl::Mutex mutex_;
  std::map<std::string, Seen> seen_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
