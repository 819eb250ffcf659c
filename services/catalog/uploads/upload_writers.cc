#include "services/catalog/uploads/upload_writers.h"

#include <utility>

#include "absl/synchronization/notification.h"

namespace academy::catalog {

void UploadWriters::Enter(const std::string& id, std::function<void()> leave, std::function<void()> ready) {
  std::function<void()> call;
  {
    absl::MutexLock lock(&mutex_);
    std::deque<User>& users = users_[id];
    for (const User& user : users) user.leave();
    if (users.empty()) call = ready;
    users.push_back({std::move(leave), std::move(ready)});
  }
  if (call) call();
}

void UploadWriters::Leave(const std::string& id) {
  std::function<void()> call;
  {
    absl::MutexLock lock(&mutex_);
    auto users = users_.find(id);
    if (users == users_.end()) return;
    users->second.pop_front();
    if (users->second.empty()) {
      users_.erase(users);
    } else {
      call = users->second.front().ready;
    }
  }
  if (call) call();
}

UploadTurn::UploadTurn(UploadWriters& writers, std::string id) : writers_(writers), id_(std::move(id)) {
  absl::Notification ready;
  writers_.Enter(
      id_, [] {}, [&ready] { ready.Notify(); });
  ready.WaitForNotification();
}

}  // namespace academy::catalog
