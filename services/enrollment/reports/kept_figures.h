// Figures that take a second to compute in a large academy, kept for a while.
#pragma once

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {

// Small figures are computed for each call. Large ones are kept: when they are older than kFresh, a call gets what is
// kept and has them computed again in the background; when they are older than kUsable, it waits for new ones.
// Thread-safe.
template <typename Figures>
class KeptFigures {
 public:
  static constexpr absl::Duration kFresh = absl::Minutes(1);
  static constexpr absl::Duration kUsable = absl::Hours(1);

  struct Computed {
    Figures figures;
    bool large = false;
  };
  // Called on the caller's thread or the executor's.
  using Compute = std::function<absl::StatusOr<Computed>()>;

  // Both must outlive this object.
  KeptFigures(const Clock& clock, Executor& executor) : clock_(clock), executor_(executor) {}
  // Waits for what is computed in the background.
  ~KeptFigures() {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](int* jobs) { return *jobs == 0; }, &jobs_));
  }

  KeptFigures(const KeptFigures&) = delete;
  KeptFigures& operator=(const KeptFigures&) = delete;

  // `compute` may run after this call has returned.
  absl::StatusOr<Figures> Get(const std::string& key, const Compute& compute) ABSL_LOCKS_EXCLUDED(mutex_) {
    bool again = false;
    if (std::shared_ptr<const Figures> kept = Find(key, again)) {
      if (again && !executor_.TrySubmit([this, key, compute] { ComputeAgain(key, compute); })) EndJob(key);
      return *kept;
    }
    ASSIGN_OR_RETURN(Computed computed, compute());
    Keep(key, computed);
    return std::move(computed.figures);
  }

 private:
  struct Entry {
    std::shared_ptr<const Figures> figures;
    UnixMillis computed_at = 0;
    bool under_way = false;
  };

  UnixMillis AgeOf(const Entry& entry) const {
    // A clock that was set back ends it too.
    return std::abs(clock_.Now() - entry.computed_at);
  }

  // Sets `again` if the caller is to have them computed again.
  std::shared_ptr<const Figures> Find(const std::string& key, bool& again) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end() || AgeOf(found->second) >= absl::ToInt64Milliseconds(kUsable)) return nullptr;
    Entry& entry = found->second;
    again = !entry.under_way && AgeOf(entry) >= absl::ToInt64Milliseconds(kFresh);
    entry.under_way = entry.under_way || again;
    if (again) ++jobs_;
    return entry.figures;
  }

  void ComputeAgain(const std::string& key, const Compute& compute) {
    absl::StatusOr<Computed> computed = compute();
    if (computed.ok()) {
      Keep(key, *computed);
    } else {
      LogWarning("figures not computed", {{"error", MessageOf(computed.status())}});
    }
    EndJob(key);
  }

  void Keep(const std::string& key, const Computed& computed) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    std::erase_if(entries_, [&](const auto& entry) {
      return entry.first == key || AgeOf(entry.second) >= absl::ToInt64Milliseconds(kUsable);
    });
    if (!computed.large) return;
    entries_[key] = {.figures = std::make_shared<const Figures>(computed.figures), .computed_at = clock_.Now()};
  }

  void EndJob(const std::string& key) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    --jobs_;
    auto found = entries_.find(key);
    if (found != entries_.end()) found->second.under_way = false;
  }

  const Clock& clock_;
  Executor& executor_;
  absl::Mutex mutex_;
  std::map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);
  int jobs_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::enrollment
