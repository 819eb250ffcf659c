// Cleaning up after learners and courses that other services removed, and where we stand in their feeds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/common/clock.h"
#include "services/common/db/change_feed.h"
#include "services/common/db/database.h"

namespace academy::enrollment {

// Thread-safe.
class RemovalStore {
 public:
  // All must outlive the store; the database has enrollment's schema.
  RemovalStore(Database& database, ChangeFeed& feed, const Clock& clock)
      : database_(database), feed_(feed), clock_(clock) {}

  // Removes all assignments and progress of a learner, or of a course, and stores the position of `source` with it.
  // Doing it twice does no harm.
  absl::Status ForgetLearner(const std::string& learner_id, std::string_view source, int64_t position);
  absl::Status ForgetCourse(const std::string& course_id, std::string_view source, int64_t position);

  // Stores the position after events that change nothing here.
  absl::Status Pass(std::string_view source, int64_t position);

  // The position after which to follow `source`.
  absl::StatusOr<int64_t> Position(std::string_view source);

 private:
  struct Statements;
  absl::Status Forget(const Statements& statements, const std::string& id, std::string_view source, int64_t position);

  Database& database_;
  ChangeFeed& feed_;
  const Clock& clock_;
};

}  // namespace academy::enrollment
