#include "services/platform/background/periodic_task.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy {

PeriodicTask::PeriodicTask(Options options, std::function<absl::Status()> work)
    : options_(std::move(options)), work_(std::move(work)), woken_(options_.run_at_start) {
  thread_ = std::thread([this] { Run(); });
}

PeriodicTask::~PeriodicTask() { Stop(); }

void PeriodicTask::Wake() {
  absl::MutexLock lock(&mutex_);
  woken_ = true;
  changed_.Changed();
}

void PeriodicTask::Stop() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  if (thread_.joinable()) thread_.join();
}

bool PeriodicTask::Stopping() const {
  absl::MutexLock lock(&mutex_);
  return stopping_;
}

bool PeriodicTask::StopsWithin(absl::Duration pause) {
  absl::MutexLock lock(&mutex_);
  return changed_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
}

bool PeriodicTask::AwaitDue(absl::Duration pause) {
  absl::MutexLock lock(&mutex_);
  changed_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return woken_ || stopping_; });
  woken_ = false;
  return !stopping_;
}

void PeriodicTask::Run() {
  absl::Duration retry = options_.first_retry;
  bool failing = false;
  // After a failure only the retry pause counts; waking the task does not shorten it.
  while (failing && retry < absl::InfiniteDuration() ? !StopsWithin(retry) : AwaitDue(options_.interval)) {
    if (failing) retry = std::min(retry * 2, options_.max_retry);
    absl::Status status = work_();
    if (!status.ok()) {
      if (!Stopping() && !std::exchange(failing, true)) LogWarning(options_.failure, {{"error", MessageOf(status)}});
      continue;
    }
    failing = false;
    retry = options_.first_retry;
    if (options_.min_pause > absl::ZeroDuration() && StopsWithin(options_.min_pause)) return;
  }
}

}  // namespace academy
