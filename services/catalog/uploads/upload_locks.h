// Locks of uploads, by id. The newest requester is a client that has reconnected: all earlier holders and waiters (dead
// connections that are not detected yet) are asked to release the lock, and get it first, in order.
//
// Thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::catalog {

class UploadLocks {
 public:
  // Calls `on_acquired` once the lock is free, possibly at once; the caller then holds it until Release. `on_preempt`
  // asks the caller to release the lock soon. It may be called before `on_acquired`, several times, from any thread and
  // with a mutex held, so it must only signal.
  void Acquire(const std::string& id, std::function<void()> on_preempt, std::function<void()> on_acquired)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Release(const std::string& id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Holder {
    std::function<void()> on_preempt;
    std::function<void()> on_acquired;
  };

  absl::Mutex mutex_;
  // By upload. The front element holds the lock, the others wait.
  std::unordered_map<std::string, std::deque<Holder>> holders_ ABSL_GUARDED_BY(mutex_);
};

// Holds the lock of an upload for a scope. The constructor blocks until the lock is free, so do not use it on gRPC's
// own threads.
class UploadLock {
 public:
  UploadLock(UploadLocks& locks, std::string id);
  ~UploadLock() { locks_.Release(id_); }
  UploadLock(const UploadLock&) = delete;
  UploadLock& operator=(const UploadLock&) = delete;

 private:
  UploadLocks& locks_;
  const std::string id_;
};

}  // namespace academy::catalog
