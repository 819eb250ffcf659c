#include "services/platform/health/health_board.h"

namespace academy {

using common::v1::HealthItem;

void HealthBoard::Add(std::function<HealthItem()> read) {
  absl::MutexLock lock(&mutex_);
  readers_.push_back(std::move(read));
}

std::vector<HealthItem> HealthBoard::Collect() {
  std::vector<std::function<HealthItem()>> readers;
  {
    absl::MutexLock lock(&mutex_);
    readers = readers_;
  }
  // Readers may wait for the database, and serving must not wait for them.
  std::vector<HealthItem> items;
  for (const auto& read : readers) {
    if (HealthItem item = read(); !item.name().empty()) items.push_back(std::move(item));
  }
  for (HealthItem& item : items) since_.Fill(item);
  return items;
}

void HealthBoard::SetServing(bool serving) {
  absl::MutexLock lock(&mutex_);
  if (std::exchange(serving_, serving) != serving && listener_) listener_(serving);
}

void HealthBoard::Listen(std::function<void(bool)> listener) {
  absl::MutexLock lock(&mutex_);
  listener_ = std::move(listener);
  if (listener_) listener_(serving_);
}

}  // namespace academy
