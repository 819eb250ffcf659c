// A cache of the catalog's courses in the form that enrollment needs. The catalog's feed invalidates changed courses,
// so neither a learner's list nor a progress report needs a call to the catalog.
//
// Thread-safe. While the feed is not live, cached courses are used only for progress reports when the catalog is
// unreachable: a video's length hardly ever changes, and watched time must not be lost.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/feed.pb.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/upstream_sync/catalog_client.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

struct CachedCourse {
  CourseOutline outline;
  // The serialized field `course` of an Assignment: the course without media.
  std::string course_field;
  // The serialized field `progress` of a learner who has watched nothing, as lists have it.
  std::string empty_progress_field;
};

class CourseCache {
 public:
  using Courses = std::vector<std::shared_ptr<const CachedCourse>>;

  // `catalog` must outlive the cache.
  CourseCache(CatalogClient& catalog, const ProgressRules& rules) : catalog_(catalog), rules_(rules) {}

  // Returns the courses of `ids` in order, null for unknown ids, as of the feed's position `at_least` or later. Blocks
  // while it loads missing ones from the catalog; errors as CatalogClient.
  absl::StatusOr<Courses> Get(const Caller& caller, const std::vector<std::string>& ids, int64_t at_least)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The same without calling the catalog; nullopt if a course is not cached. Never blocks on the network.
  std::optional<Courses> GetCached(const std::vector<std::string>& ids, int64_t at_least) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns one course for a progress report; an outdated one is acceptable if the catalog is unreachable. NOT_FOUND
  // course_not_found; errors as CatalogClient if it is not cached.
  absl::StatusOr<std::shared_ptr<const CachedCourse>> GetForReport(const Caller& caller, const std::string& id)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Called by the follower of the catalog's feed when the stream goes live at a position or is lost, and for each
  // event. Events come in order and may be repeated.
  void OnStream(bool live, int64_t position) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnEvent(const catalog::v1::Event& event) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Returns the cached courses of `ids`, null for the others, whose ids are added to `missing`.
  Courses Find(const std::vector<std::string>& ids, int64_t at_least, std::vector<std::string>& missing)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::shared_ptr<const CachedCourse> Make(catalog::v1::Course course) const;

  CatalogClient& catalog_;
  const ProgressRules rules_;
  absl::Mutex mutex_;
  bool live_ ABSL_GUARDED_BY(mutex_) = false;
  // Position up to which the feed was read.
  int64_t position_ ABSL_GUARDED_BY(mutex_) = 0;
  // Counts changes: a response requested before a change must not be cached after it.
  int64_t changes_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<std::string, std::shared_ptr<const CachedCourse>> cached_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment
