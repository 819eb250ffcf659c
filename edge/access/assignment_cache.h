// Caches when each assignment may be watched: asks enrollment once per assignment and drops what enrollment's feed
// reports as changed.
//
// Thread-safe. While the feed is not live, cached entries are not used and every lookup goes to enrollment.
#pragma once

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "edge/access/feed_cache.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

// Both ends are inclusive.
struct AssignmentWindow {
  std::string learner_id;
  UnixMillis start = 0;
  UnixMillis expiry = 0;
};

class AssignmentCache {
 public:
  using Found = std::function<void(absl::StatusOr<AssignmentWindow>)>;

  // `enrollment` is the channel to enrollment.
  explicit AssignmentCache(const std::shared_ptr<grpc::Channel>& enrollment);

  // Calls `found` once: on this thread before returning when the window is cached, else later on another thread.
  // NOT_FOUND assignment_not_found; UNAVAILABLE or DEADLINE_EXCEEDED when enrollment cannot be reached.
  void Find(const std::string& assignment_id, Found found);

  // Whether the feed is live.
  bool live() const;

 private:
  enrollment::v1::Access::Stub enrollment_;
  const CallIdentity identity_;
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<std::string, AssignmentWindow> windows_ ABSL_GUARDED_BY(mutex_);
  InFlightCalls in_flight_;
  // Declared last, so that it stops first.
  FeedCache<enrollment::v1::Event> feed_;
};

}  // namespace academy::edge
