#include "services/platform/background/executor_watch.h"

#include <cstdlib>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"

namespace academy {
namespace {

// A full queue that moves has a free place now and then.
constexpr int kTries = 50;
constexpr absl::Duration kPause = absl::Milliseconds(10);

[[noreturn]] void EndProcess() {
  LogError("no call was handled for 30 s: ending the process, so that it is started again");
  // Not exit, which would wait for the threads.
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

ExecutorWatch::ExecutorWatch(Executor& executor, absl::Duration interval)
    : executor_(executor), task_({.failure = "calls not watched", .interval = interval}, [this] {
        if (!Look()) EndProcess();
        return absl::OkStatus();
      }) {}

bool ExecutorWatch::Look() {
  absl::MutexLock lock(&mutex_);
  if (ran_ == nullptr || *ran_) {
    if (ran_ != nullptr) silent_looks_ = 0;
    ran_ = std::make_shared<std::atomic<bool>>(false);
    if (Submit(ran_)) return true;
    ran_ = nullptr;
  }
  return ++silent_looks_ < kLooks;
}

bool ExecutorWatch::Submit(const std::shared_ptr<std::atomic<bool>>& ran) {
  for (int i = 0; i < kTries; ++i) {
    if (executor_.TrySubmit([ran] { *ran = true; })) return true;
    absl::SleepFor(kPause);
  }
  return false;
}

}  // namespace academy
