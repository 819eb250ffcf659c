// How many learners the academy has, roughly: whether lists of them fit into one message.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class LearnerTotal {
 public:
  static constexpr absl::Duration kKept = absl::Minutes(1);

  explicit LearnerTotal(const std::shared_ptr<grpc::Channel>& auth) : learners_(auth) {}

  // Calls `done` once with the number, at most kKept old: at once, or on another thread after asking auth as this
  // manager. It is 0 if auth does not say. This object must live until then.
  void Get(const CallIdentity& manager, std::function<void(int64_t)> done) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  auth::v1::Learners::Stub learners_;
  absl::Mutex mutex_;
  int64_t total_ ABSL_GUARDED_BY(mutex_) = 0;
  // On SteadyNow's clock.
  absl::Duration asked_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
};

}  // namespace academy::edge
