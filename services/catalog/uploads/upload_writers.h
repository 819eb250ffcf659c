// One user of an upload at a time. A newcomer is a client that came back: whoever still holds the upload (a connection
// that nobody noticed is dead) is told to leave, and the newcomer waits until it did.
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

class UploadWriters {
 public:
  // Calls `ready` once the upload is free, perhaps at once; the caller has it then until it calls Leave. `leave` may be
  // called before that, several times, from any thread, while a lock is held: it must do no more than give a signal.
  void Enter(const std::string& id, std::function<void()> leave, std::function<void()> ready)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave(const std::string& id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct User {
    std::function<void()> leave;
    std::function<void()> ready;
  };

  absl::Mutex mutex_;
  // The front one has the upload.
  std::unordered_map<std::string, std::deque<User>> users_ ABSL_GUARDED_BY(mutex_);
};

// Has the upload for a scope; blocks until it is free. Not for gRPC's own threads.
class UploadTurn {
 public:
  UploadTurn(UploadWriters& writers, std::string id);
  ~UploadTurn() { writers_.Leave(id_); }
  UploadTurn(const UploadTurn&) = delete;
  UploadTurn& operator=(const UploadTurn&) = delete;

 private:
  UploadWriters& writers_;
  const std::string id_;
};

}  // namespace academy::catalog
