// Keeps files from being removed while a backup copies them. A hold ends by itself, so that a backup that was killed
// does not hold for ever; it is not stored, so that a restart ends it too.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

class RemovalHold {
 public:
  // `clock` must outlive the hold.
  explicit RemovalHold(const Clock& clock) : clock_(clock) {}

  // Begins the hold `id`, which ends after `time`.
  void Begin(const std::string& id, absl::Duration time);
  // Lets it end after `time` from now instead. NOT_FOUND hold_ended if it has ended or never began.
  absl::Status Continue(const std::string& id, absl::Duration time);
  // OK if there is none.
  void End(const std::string& id);

  // Whether anything holds. Files whose removal was decided, by a commit, before a hold began may still be removed.
  bool Held() const;

 private:
  const Clock& clock_;
  mutable absl::Mutex mutex_;
  // When each ends.
  absl::flat_hash_map<std::string, UnixMillis> ends_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::catalog
