// One account's sign-ins one after another, without a thread for those that wait.
//
// Thread-safe. A guess is looked at only when the result of the one before it is known: so parallel guesses cannot
// outrun the account's counter, a right password is not refused because others are in flight, and one account never
// keeps more than one core busy.
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
    // Jobs that wait for one key, and for all keys together.
    size_t waiting_for_one = 64;
    size_t waiting = 1024;
    // A job that the executor gets to later than this after it was handed over is not run: whoever asked has given up
    // by the time it ends, and those behind it would wait in vain too.
    absl::Duration longest_wait = absl::Seconds(5);
  };

  // `executor` outlives the queue.
  AttemptQueue(Executor& executor, Limits limits) : executor_(executor), limits_(limits) {}
  // All calls have ended before; waits for what is behind them.
  ~AttemptQueue();

  // Runs `job(OK)` on the executor once no earlier job of `key` waits or runs. Runs `job(status)` instead with
  // RESOURCE_EXHAUSTED too_many_attempts (at once, too many wait) or UNAVAILABLE overloaded (the executor is full, or
  // came to it too late).
  void Submit(const std::string& key, Job job) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Start(const std::string& key, Job job) ABSL_LOCKS_EXCLUDED(mutex_);
  // The next job of `key`; none ends the key's turn.
  Job TakeNext(const std::string& key) ABSL_LOCKS_EXCLUDED(mutex_);

  Executor& executor_;
  const Limits limits_;
  absl::Mutex mutex_;
  // A key is here while a job of it is on the executor, with those that wait for it.
  std::map<std::string, std::deque<Job>> running_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::auth
