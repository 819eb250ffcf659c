// The outlines of courses: asked of the catalog once, remembered, and forgotten when its feed says that they changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/common/rpc/caller.h"
#include "services/enrollment/course_outline.h"
#include "services/enrollment/peers.h"

namespace academy::enrollment {

// Thread-safe. While the feed is not live, what is remembered is used only when the catalog cannot answer: a video's
// length hardly ever changes, and what a learner watched meanwhile shall not be lost.
class CourseOutlines {
 public:
  // At most so many courses are remembered.
  static constexpr size_t kMost = 1000;

  // `catalog` must outlive this.
  explicit CourseOutlines(CatalogClient& catalog) : catalog_(catalog) {}

  // NOT_FOUND course_not_found; the catalog's errors when it has to be asked and nothing is remembered.
  absl::StatusOr<std::shared_ptr<const CourseOutline>> Get(const Caller& caller, const std::string& course_id)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // What the catalog's feed says: a course changed or is gone; the stream went live or was lost.
  void Forget(std::string_view course_id) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnStream(bool live) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  CatalogClient& catalog_;
  absl::Mutex mutex_;
  bool live_ ABSL_GUARDED_BY(mutex_) = false;
  // Counts what the feed said: an answer that was asked for before a change must not be kept after it.
  int64_t changes_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<std::string, std::shared_ptr<const CourseOutline>> outlines_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment
