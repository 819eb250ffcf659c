// The catalog's courses as enrollment needs them: asked for once, remembered, and forgotten when the catalog's feed
// says that they changed. So neither a learner's list nor a report of progress needs a call of the catalog.
//
// Thread-safe. While the feed is not live nothing remembered is used, but for reports when the catalog cannot answer: a
// video's length hardly ever changes, and what a learner watched meanwhile shall not be lost.
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
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

struct KnownCourse {
  CourseOutline outline;
  // The field `course` of an Assignment, serialized: the course without media.
  std::string course_field;
  // Likewise the field `progress` of who has watched nothing of it.
  std::string no_progress_field;
};

class CourseCache {
 public:
  using Courses = std::vector<std::shared_ptr<const KnownCourse>>;

  // `catalog` must outlive the cache.
  CourseCache(CatalogClient& catalog, const ProgressRules& rules) : catalog_(catalog), rules_(rules) {}

  // The courses of `ids`, in their order, null where there is none; as they were at the feed's position `at_least` or
  // later. Blocks where the catalog has to be asked; errors as CatalogClient.
  absl::StatusOr<Courses> Get(const Caller& caller, const std::vector<std::string>& ids, int64_t at_least)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The same where all are remembered, else nullopt. Never blocks.
  std::optional<Courses> GetRemembered(const std::vector<std::string>& ids, int64_t at_least)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // One course for a report. NOT_FOUND course_not_found; the catalog's errors when it has to be asked and nothing is
  // remembered.
  absl::StatusOr<std::shared_ptr<const KnownCourse>> GetForReport(const Caller& caller, const std::string& id)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // What the catalog's feed says. The stream goes live at a position, or is lost; events come in order, some of them
  // perhaps again.
  void OnStream(bool live, int64_t position) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnEvent(const catalog::v1::Event& event) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Those of `ids` that are remembered, null for the others, whose ids go to `missing`.
  Courses Find(const std::vector<std::string>& ids, int64_t at_least, std::vector<std::string>& missing)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::shared_ptr<const KnownCourse> Make(catalog::v1::Course course) const;

  CatalogClient& catalog_;
  const ProgressRules rules_;
  absl::Mutex mutex_;
  bool live_ ABSL_GUARDED_BY(mutex_) = false;
  // How far the feed was read.
  int64_t position_ ABSL_GUARDED_BY(mutex_) = 0;
  // Counts changes: an answer that was asked for before a change must not be kept after it.
  int64_t changes_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<std::string, std::shared_ptr<const KnownCourse>> known_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment
