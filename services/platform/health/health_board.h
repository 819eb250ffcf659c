// What a process watches about itself: the items that managers see, and whether gRPC's health says SERVING.
//
// Thread-safe.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/common/v1/health.pb.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/since_memory.h"

namespace academy {

class HealthBoard {
 public:
  // `clock` must outlive the board.
  explicit HealthBoard(const Clock& clock = Clock::System()) : since_(clock) {}

  HealthBoard(const HealthBoard&) = delete;
  HealthBoard& operator=(const HealthBoard&) = delete;

  // Adds an item, read by each Collect on its thread; whatever it reads must outlive the last Collect. The reader of a
  // missing thing returns an item without a name, which is left out.
  void Add(std::function<common::v1::HealthItem()> read) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the items in the order in which they were added. Where a reader leaves `since` empty, it is the first
  // Collect that saw the item in its state.
  std::vector<common::v1::HealthItem> Collect() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether the process can do its work; true at first.
  void SetServing(bool serving) ABSL_LOCKS_EXCLUDED(mutex_);
  // Calls `listener` with that at once and after each change, one call at a time; it must not call the board. An empty
  // function ends this: no call is in progress when it returns.
  void Listen(std::function<void(bool serving)> listener) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  SinceMemory since_;
  absl::Mutex mutex_;
  std::vector<std::function<common::v1::HealthItem()>> readers_ ABSL_GUARDED_BY(mutex_);
  bool serving_ ABSL_GUARDED_BY(mutex_) = true;
  std::function<void(bool)> listener_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
