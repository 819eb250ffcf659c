// Caches the courses that visitors may see.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

struct CachedCourses {
  std::vector<catalog::v1::PublicCourse> courses;
  // Differs whenever the list differs.
  uint64_t version = 0;
};

class PublicCourseCache {
 public:
  // Gets null if catalog has never answered.
  using Got = std::function<void(std::shared_ptr<const CachedCourses>)>;

  // `catalog` is the channel to catalog.
  explicit PublicCourseCache(const std::shared_ptr<grpc::Channel>& catalog);

  // Calls `got` once: immediately with the cached list if it is at most 3 seconds old, else later on another thread. If
  // catalog does not answer within a second, `got` gets the old list, and catalog is not asked again for a second.
  void Get(Got got) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Ask() ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(absl::StatusOr<catalog::v1::ListPublicCoursesResponse> response) ABSL_LOCKS_EXCLUDED(mutex_);

  catalog::v1::Courses::Stub courses_;
  const CallIdentity identity_;

  absl::Mutex mutex_;
  std::shared_ptr<const CachedCourses> known_ ABSL_GUARDED_BY(mutex_);
  // The serialized answer that `known_` was made from.
  std::string answer_ ABSL_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point ask_again_ ABSL_GUARDED_BY(mutex_);
  bool asking_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Got> waiting_ ABSL_GUARDED_BY(mutex_);
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
