// All learners, as managers get them, ready to be sent.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/sessions/online_learners.h"
#include "services/platform/db/database.h"

namespace academy::auth {

class AllLearners {
 public:
  // Bytes: the list of some 40,000 learners. A longer one is made for each who asks.
  static constexpr size_t kMaxCached = 8 << 20;

  // Both must outlive the list.
  AllLearners(Database& database, const OnlineLearners& online, size_t max_cached = kMaxCached)
      : database_(database), online_(online), max_cached_(max_cached) {}

  // A serialized ListLearnersResponse with every learner, by name. Kept until the learners' revision is another one,
  // which every writer of learners, in whichever process, renews in the same transaction, or others are online.
  absl::StatusOr<std::shared_ptr<const std::string>> Get() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  const OnlineLearners& online_;
  const size_t max_cached_;
  absl::Mutex mutex_;
  // What was made of the learners of `revision_` while those of `sockets_` were online; null for nothing.
  std::shared_ptr<const std::string> kept_ ABSL_GUARDED_BY(mutex_);
  std::string revision_ ABSL_GUARDED_BY(mutex_);
  OnlineLearners::Snapshot sockets_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
