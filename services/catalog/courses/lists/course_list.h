// The list of all courses for managers, cached in serialized form.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/db/database.h"

namespace academy::catalog {

class CourseList {
 public:
  // `database` must outlive the list.
  explicit CourseList(Database& database) : database_(database) {}

  // Returns a serialized ListCoursesResponse with every course, newest first. It is cached until the feed has a new
  // event: every change of a course, in any process, appends one in its transaction. A list with a video in progress is
  // not cached, because progress is not in the feed.
  absl::StatusOr<std::shared_ptr<const std::string>> All() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  absl::Mutex mutex_;
  // The list at the feed position `position_`; null if nothing is cached.
  std::shared_ptr<const std::string> cached_ ABSL_GUARDED_BY(mutex_);
  int64_t position_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::catalog
