// The list of all learners for managers, cached in serialized form.
//
// Thread-safe.
#pragma once

#include <soci/soci.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/sessions/online/online_learners.h"
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
  // online. Then the rows of those who changed are replaced; if they are many, or if it is not known who they are, all
  // learners are read again.
  absl::StatusOr<std::shared_ptr<const std::string>> Get() ABSL_LOCKS_EXCLUDED(mutex_);

  // How often all learners were read.
  int64_t whole_reads() const { return whole_reads_; }

 private:
  // A list, the revision that it shows, and who was online. No list if nothing is cached.
  struct Kept {
    std::shared_ptr<const std::string> list;
    std::string stamp;
    OnlineLearners::Snapshot sockets;
  };

  Kept Known() const ABSL_LOCKS_EXCLUDED(mutex_);
  std::string Read(soci::session& sql, const OnlineLearners::Sockets& sockets);

  Database& database_;
  const OnlineLearners& online_;
  const size_t max_cached_;
  std::atomic<int64_t> whole_reads_ = 0;
  mutable absl::Mutex mutex_;
  Kept kept_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
