// The catalog's courses as learners' lists show them: asked for once, remembered, and forgotten when the catalog's feed
// says that they changed. So a learner's list needs no call of the catalog.
//
// Thread-safe. While the feed is not live nothing remembered is used.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/course.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "services/common/rpc/channel.h"
#include "services/common/rpc/feed_follower.h"
#include "services/enrollment/peers.h"

namespace academy::enrollment {

// Without media.
struct ListedCourse {
  catalog::v1::Course course;
  // The same, serialized.
  std::string wire;
};

class CourseCache {
 public:
  using Courses = std::vector<std::shared_ptr<const ListedCourse>>;

  // Remembers nothing before Follow. `catalog` must outlive the cache.
  explicit CourseCache(CatalogClient& catalog) : catalog_(catalog) {}

  // Follows the catalog's feed from now on. Once.
  void Follow(const std::shared_ptr<grpc::Channel>& catalog, const CallIdentity& identity);

  // The courses of `ids`, in their order, null where there is none; as they were at the feed's position `at_least` or
  // later. Blocks where the catalog has to be asked; errors as CatalogClient.
  absl::StatusOr<Courses> Get(const Caller& caller, const std::vector<std::string>& ids, int64_t at_least)
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void OnStream(bool live, int64_t position) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnEvent(const catalog::v1::Event& event) ABSL_LOCKS_EXCLUDED(mutex_);

  CatalogClient& catalog_;
  std::unique_ptr<catalog::v1::Feed::Stub> feed_;
  absl::Mutex mutex_;
  bool live_ ABSL_GUARDED_BY(mutex_) = false;
  // How far the feed was read.
  int64_t position_ ABSL_GUARDED_BY(mutex_) = 0;
  // Counts changes: an answer that was asked for before a change must not be kept after it.
  int64_t changes_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<std::string, std::shared_ptr<const ListedCourse>> known_ ABSL_GUARDED_BY(mutex_);
  // Last, so that it stops first.
  std::unique_ptr<FeedFollower<catalog::v1::Event>> follower_;
};

}  // namespace academy::enrollment
