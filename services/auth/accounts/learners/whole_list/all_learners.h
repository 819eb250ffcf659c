// The list of all learners for managers, cached in serialized form.
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
  // Bytes, for some 40,000 learners. A longer list is not cached but built for each call.
  static constexpr size_t kMaxCached = 8 << 20;

  // Both must outlive the list.
  AllLearners(Database& database, const OnlineLearners& online, size_t max_cached = kMaxCached)
      : database_(database), online_(online), max_cached_(max_cached) {}

  // Returns a serialized ListLearnersResponse with every learner, by name. It is cached until the learners' revision
  // changes, which every writer of learners in any process renews in the same transaction, or until other learners are
  // online.
  absl::StatusOr<std::shared_ptr<const std::string>> Get() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  const OnlineLearners& online_;
  const size_t max_cached_;
  absl::Mutex mutex_;
  // The list built at `revision_` while the learners of `sockets_` were online; null if nothing is cached.
  std::shared_ptr<const std::string> kept_ ABSL_GUARDED_BY(mutex_);
  std::string revision_ ABSL_GUARDED_BY(mutex_);
  OnlineLearners::Snapshot sockets_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
