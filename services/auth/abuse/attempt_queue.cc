#include "services/auth/abuse/attempt_queue.h"

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "services/auth/errors.h"
#include "services/platform/base/steady_time.h"

namespace academy::auth {

AttemptQueue::~AttemptQueue() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(
      +[](std::map<std::string, std::deque<Job>>* running) { return running->empty(); }, &running_));
}

void AttemptQueue::Submit(const std::string& key, Job job) {
  enum class Turn { kNow, kLater, kNever } turn = Turn::kNow;
  {
    absl::MutexLock lock(&mutex_);
    auto [queue, idle] = running_.try_emplace(key);
    if (!idle && queue->second.size() < limits_.waiting_for_one && waiting_ < limits_.waiting) {
      queue->second.push_back(std::move(job));
      ++waiting_;
      turn = Turn::kLater;
    } else if (!idle) {
      turn = Turn::kNever;
    }
  }
  if (turn == Turn::kNow) Start(key, std::move(job));
  if (turn == Turn::kNever) job(error::TooManyAttempts(absl::Seconds(1)));
}

void AttemptQueue::Start(const std::string& key, Job job) {
  while (job != nullptr) {
    auto shared = std::make_shared<Job>(std::move(job));
    bool accepted = executor_.TrySubmit([this, key, shared, latest = SteadyNow() + limits_.longest_wait] {
      (*shared)(SteadyNow() > latest ? error::Overloaded() : absl::OkStatus());
      Start(key, TakeNext(key));
    });
    if (accepted) return;
    (*shared)(error::Overloaded());
    job = TakeNext(key);
  }
}

AttemptQueue::Job AttemptQueue::TakeNext(const std::string& key) {
  absl::MutexLock lock(&mutex_);
  auto turn = running_.find(key);
  if (turn->second.empty()) {
    running_.erase(turn);
    return nullptr;
  }
  Job next = std::move(turn->second.front());
  turn->second.pop_front();
  --waiting_;
  return next;
}

}  // namespace academy::auth
