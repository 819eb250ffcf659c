// The courses as visitors see them, newest first, cached in memory because anybody may request them at any rate.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/courses.pb.h"
#include "services/platform/db/database.h"

namespace academy::catalog {

class PublicCourseList {
 public:
  // `database` must outlive the list.
  explicit PublicCourseList(Database& database) : database_(database) {}

  // Returns a serialized ListPublicCoursesResponse with every course. It is cached until the feed has a new event;
  // every change of the listed data appends one.
  absl::StatusOr<std::shared_ptr<const std::string>> All() ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns `limit` courses after `cursor`, which is empty or the next_cursor of a page. INVALID_ARGUMENT
  // validation_failed for a cursor that no page returned.
  absl::StatusOr<v1::ListPublicCoursesResponse> Page(int limit, const std::string& cursor) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct List {
    std::vector<v1::PublicCourse> courses;
    std::shared_ptr<const std::string> wire;
    // Position in the feed.
    int64_t position = 0;
  };

  absl::StatusOr<std::shared_ptr<const List>> Load() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  absl::Mutex mutex_;
  // Null before the first call.
  std::shared_ptr<const List> cached_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::catalog
