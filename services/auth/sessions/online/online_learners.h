// The online learners, as last reported by presence. Kept in memory only: presence reports again after a restart.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::auth {

class OnlineLearners {
 public:
  // Learner id to the id of the live connection.
  using Sockets = std::unordered_map<std::string, std::string>;
  // Never null and immutable: equal pointers mean that the same learners are online.
  using Snapshot = std::shared_ptr<const Sockets>;

  // A learner who has come online or has another connection; without one: who has gone.
  struct Change {
    std::string learner_id;
    std::string socket_id;
  };
  using Changes = std::vector<Change>;

  // Change the list; one thread at a time.
  void Replace(Sockets sockets) ABSL_LOCKS_EXCLUDED(mutex_) {
    if (*Now() == sockets) return;
    Snapshot fresh = std::make_shared<const Sockets>(std::move(sockets));
    absl::MutexLock lock(&mutex_);
    sockets_.swap(fresh);
  }

  void Apply(const Changes& changes) ABSL_LOCKS_EXCLUDED(mutex_) {
    if (changes.empty()) return;
    Sockets sockets = *Now();
    for (const Change& change : changes) {
      if (change.socket_id.empty()) {
        sockets.erase(change.learner_id);
      } else {
        sockets[change.learner_id] = change.socket_id;
      }
    }
    Replace(std::move(sockets));
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
