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
#include "services/auth/online_list.h"
#include "services/common/db/database.h"

namespace academy::auth {

class AllLearners {
 public:
  // Bytes: the list of some 40,000 learners. A longer one is made for each who asks.
  static constexpr size_t kMostKept = 8 << 20;

  // Both must outlive the list.
  AllLearners(Database& database, const OnlineList& online, size_t most_kept = kMostKept)
      : database_(database), online_(online), most_kept_(most_kept) {}

  // A serialized FetchUsersResponse with every learner, by name. Kept until the learners' stamp is another one, which
  // every writer of learners, in whichever process, renews in the same transaction, or others are online.
  absl::StatusOr<std::shared_ptr<const std::string>> Get() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  const OnlineList& online_;
  const size_t most_kept_;
  absl::Mutex mutex_;
  // What was made of the learners of `stamp_` while those of `sockets_` were online; null for nothing.
  std::shared_ptr<const std::string> kept_ ABSL_GUARDED_BY(mutex_);
  std::string stamp_ ABSL_GUARDED_BY(mutex_);
  OnlineList::Snapshot sockets_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth
