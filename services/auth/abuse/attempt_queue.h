// Runs the sign-ins of each account one after another, without a thread for the waiting ones.
//
// Thread-safe. A guess is checked only once the result of the previous one is known: parallel guesses cannot outrun the
// account's counter, a right password is not refused because others are in flight, and one account never keeps more
// than one core busy.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/background/executor.h"

namespace academy::auth {

class AttemptQueue {
 public:
  using Job = std::function<void(const absl::Status&)>;

  struct Limits {
    // Maximum number of waiting jobs per key, and for all keys together.
    size_t waiting_for_one = 64;
    size_t waiting = 1024;
    // A job that the executor reaches later than this after its submission is not run: its client will have given up by
    // the time it ends, and the jobs behind it would wait for nothing.
    absl::Duration longest_wait = absl::Seconds(5);
  };

  // `executor` must outlive the queue.
  AttemptQueue(Executor& executor, Limits limits) : executor_(executor), limits_(limits) {}
  // Destroy it after all calls have ended; waits for its remaining work.
  ~AttemptQueue();

  // Runs `job(OK)` on the executor once no earlier job of `key` is waiting or running. Otherwise runs `job(status)`:
  // RESOURCE_EXHAUSTED too_many_attempts at once if too many are waiting, UNAVAILABLE overloaded if the executor is
  // full or reached the job too late.
  void Submit(const std::string& key, Job job) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Start(const std::string& key, Job job) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the next job of `key`; if there is none, removes the key.
  Job TakeNext(const std::string& key) ABSL_LOCKS_EXCLUDED(mutex_);

  Executor& executor_;
  const Limits limits_;
  absl::Mutex mutex_;
  // Holds a key while one of its jobs is on the executor, with the jobs waiting for it.
  std::map<std::string, std::deque<Job>> running_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::auth
