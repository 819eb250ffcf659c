// Which learners are online, as presence last reported. Soft state: presence reports again after a restart.
//
// Thread-safe.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::auth {

class OnlineList {
 public:
  // Learner id to the id of the live connection.
  using Sockets = std::unordered_map<std::string, std::string>;

  void Replace(Sockets sockets) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    sockets_.swap(sockets);
  }

  std::unordered_set<std::string> Ids() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    std::unordered_set<std::string> ids;
    for (const auto& [id, socket] : sockets_) ids.insert(id);
    return ids;
  }

  // Empty when offline.
  std::string SocketOf(const std::string& learner_id) const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    auto found = sockets_.find(learner_id);
    return found == sockets_.end() ? "" : found->second;
  }

 private:
  mutable absl::Mutex mutex_;
  Sockets sockets_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
