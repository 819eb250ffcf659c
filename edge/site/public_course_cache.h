// The courses that visitors may see, as catalog last told.
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
  // Another number for another list.
  uint64_t version = 0;
};

class PublicCourseCache {
 public:
  // Null while catalog never told.
  using Got = std::function<void(std::shared_ptr<const CachedCourses>)>;

  // `catalog` is the channel to catalog.
  PublicCourseCache(const std::shared_ptr<grpc::Channel>& catalog, std::string credential);

  // Calls `got` at once with what is known if it is 3 seconds old at most; else once catalog told or, within a second,
  // failed to: then with what was known, and catalog is left alone for a second.
  void Get(Got got) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Ask() ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(absl::StatusOr<catalog::v1::ListPublicCoursesResponse> response) ABSL_LOCKS_EXCLUDED(mutex_);

  catalog::v1::Courses::Stub courses_;
  const CallIdentity identity_;

  absl::Mutex mutex_;
  std::shared_ptr<const CachedCourses> known_ ABSL_GUARDED_BY(mutex_);
  // The answer that `known_` was made of.
  std::string answer_ ABSL_GUARDED_BY(mutex_);
  absl::Time ask_again_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  bool asking_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Got> waiting_ ABSL_GUARDED_BY(mutex_);
  // Last, so that it waits first.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
