#include "services/catalog/uploads/upload_locks.h"

#include <utility>

#include "absl/synchronization/notification.h"

namespace academy::catalog {

void UploadLocks::Acquire(const std::string& id, std::function<void()> on_preempt, std::function<void()> on_acquired) {
  std::function<void()> call;
  {
    absl::MutexLock lock(&mutex_);
    std::deque<Holder>& holders = holders_[id];
    for (const Holder& holder : holders) holder.on_preempt();
    if (holders.empty()) call = on_acquired;
    holders.push_back({std::move(on_preempt), std::move(on_acquired)});
  }
  if (call) call();
}

void UploadLocks::Release(const std::string& id) {
  std::function<void()> call;
  {
    absl::MutexLock lock(&mutex_);
    auto holders = holders_.find(id);
    if (holders == holders_.end()) return;
    holders->second.pop_front();
    if (holders->second.empty()) {
      holders_.erase(holders);
    } else {
      call = holders->second.front().on_acquired;
    }
  }
  if (call) call();
}

UploadLock::UploadLock(UploadLocks& locks, std::string id) : locks_(locks), id_(std::move(id)) {
  absl::Notification acquired;
  locks_.Acquire(
      id_, [] {}, [&acquired] { acquired.Notify(); });
  acquired.WaitForNotification();
}

}  // namespace academy::catalog
