// Cleaning up after learners and courses that other services removed, and where we stand in their feeds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::enrollment {

// Thread-safe.
class RemovalStore {
 public:
  // All must outlive the store; the database has enrollment's schema.
  RemovalStore(Database& database, ChangeFeed& feed, const Clock& clock)
      : database_(database), feed_(feed), clock_(clock) {}

  // Where a removal was told of; kept with its effect.
  struct Told {
    std::string_view source;
    int64_t position = 0;
  };

  // Removes all assignments and progress of a learner, or of a course, and stores where it was told, unless that is
  // known otherwise. Doing it twice does no harm.
  absl::Status ForgetLearner(const std::string& learner_id, std::optional<Told> told);
  absl::Status ForgetCourse(const std::string& course_id, std::optional<Told> told);

  // The learners, and the courses, that anything is kept of.
  absl::StatusOr<std::vector<std::string>> Learners();
  absl::StatusOr<std::vector<std::string>> Courses();

  // Stores the position after events that change nothing here.
  absl::Status Pass(std::string_view source, int64_t position);

  // The position after which to follow `source`.
  absl::StatusOr<int64_t> Position(std::string_view source);

 private:
  struct Statements;
  absl::Status Forget(const Statements& statements, const std::string& id, std::optional<Told> told);
  absl::StatusOr<std::vector<std::string>> Ids(const char* query);

  Database& database_;
  ChangeFeed& feed_;
  const Clock& clock_;
};

}  // namespace academy::enrollment
