// All courses, as managers get them, ready to be sent.
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

  // A serialized ListCoursesResponse with every course, newest first. Kept until the feed tells that anything changed,
  // which every writer of courses, in whichever process, adds to in the same transaction; but not while a video is on
  // its way, since its progress is not in the feed.
  absl::StatusOr<std::shared_ptr<const std::string>> All() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  absl::Mutex mutex_;
  // What was made of the feed at `position_`; null for nothing.
  std::shared_ptr<const std::string> kept_ ABSL_GUARDED_BY(mutex_);
  int64_t position_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::catalog
