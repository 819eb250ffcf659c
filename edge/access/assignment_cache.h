// When an assignment may be watched: asks enrollment once, remembers, and forgets what enrollment's feed says changed.
//
// Thread-safe. While the feed is not live nothing remembered is used.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "edge/access/feed_gate.h"
#include "edge/pending.h"
#include "services/common/clock.h"
#include "services/common/rpc/feed_follower.h"

namespace academy::edge {

// Both ends are inside the window.
struct AssignmentWindow {
  std::string learner_id;
  UnixMillis start = 0;
  UnixMillis expiry = 0;
};

class AssignmentCache {
 public:
  using Found = std::function<void(absl::StatusOr<AssignmentWindow>)>;

  // `enrollment` must outlive the cache.
  AssignmentCache(enrollment::v1::Access::Stub& enrollment, std::string credential);

  // Calls `found` once: at once when it is known, else on another thread. NOT_FOUND assignment_not_found.
  void Find(const std::string& assignment_id, Found found);

  // Whether the feed is live.
  bool live() const;

 private:
  void OnEvent(const enrollment::v1::Event& event) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnStream(bool live, int64_t position) ABSL_LOCKS_EXCLUDED(mutex_);

  enrollment::v1::Access::Stub& enrollment_;
  const CallIdentity identity_;
  mutable absl::Mutex mutex_;
  FeedGate gate_ ABSL_GUARDED_BY(mutex_);
  // Counts changes: an answer that was asked for before a change must not be kept after it.
  int64_t changes_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<std::string, AssignmentWindow> windows_ ABSL_GUARDED_BY(mutex_);
  Pending pending_;
  // Last, so that it stops first.
  FeedFollower<enrollment::v1::Event> follower_;
};

}  // namespace academy::edge
