// Whether a hold, which ends by itself unless it is renewed, has lasted without a gap.
//
// Thread-safe.
#pragma once

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

class HoldWatch {
 public:
  // The hold began now and lasts for `time` after each renewal. `clock` must outlive the object.
  HoldWatch(const Clock& clock, absl::Duration time) : clock_(clock), time_(time), held_at_(clock.Now()) {}

  // How a renewal ended. After NOT_FOUND the hold is lost; after any other error it lasts until its end.
  void Note(const absl::Status& renewal);
  bool Lost() const;

 private:
  const Clock& clock_;
  const absl::Duration time_;
  mutable absl::Mutex mutex_;
  UnixMillis held_at_ ABSL_GUARDED_BY(mutex_);
  bool lost_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace academy::backup
