#include "services/backup/copy/hold_watch.h"

namespace academy::backup {

void HoldWatch::Note(const absl::Status& renewal) {
  absl::MutexLock lock(&mutex_);
  if (renewal.ok()) held_at_ = clock_.Now();
  if (absl::IsNotFound(renewal)) lost_ = true;
}

bool HoldWatch::Lost() const {
  absl::MutexLock lock(&mutex_);
  return lost_ || held_at_ + time_ <= clock_.Now();
}

}  // namespace academy::backup
