// The online learners, as last reported by presence. Kept in memory only: presence reports again after a restart.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::auth {

class OnlineLearners {
 public:
  // Learner id to the id of the live connection.
  using Sockets = std::unordered_map<std::string, std::string>;
  // Never null and immutable: equal pointers mean that the same learners are online.
  using Snapshot = std::shared_ptr<const Sockets>;

  void Replace(Sockets sockets) ABSL_LOCKS_EXCLUDED(mutex_) {
    if (*Now() == sockets) return;
    Snapshot fresh = std::make_shared<const Sockets>(std::move(sockets));
    absl::MutexLock lock(&mutex_);
    sockets_.swap(fresh);
  }

  Snapshot Now() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return sockets_;
  }

  std::unordered_set<std::string> Ids() const ABSL_LOCKS_EXCLUDED(mutex_) {
    Snapshot now = Now();
    std::unordered_set<std::string> ids;
    for (const auto& [id, socket] : *now) ids.insert(id);
    return ids;
  }

 private:
  mutable absl::Mutex mutex_;
  Snapshot sockets_ ABSL_GUARDED_BY(mutex_) = std::make_shared<const Sockets>();
};

}  // namespace academy::auth
