// Removes learners and courses that auth and the catalog no longer have.
//
// Each function runs one transaction, which also appends the deleted assignments to the change feed. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "services/enrollment/write_deps.h"

namespace academy::enrollment {

// A place in another service's feed.
struct FeedPosition {
  std::string_view source;
  FeedPlace place;
};

// Delete all assignments and progress of a learner or of a course. `position` is that of the event that reported the
// removal, stored together with its effect; nullopt if there was no event. An event that another enrollment of the
// database has handled changes nothing. Idempotent.
absl::Status RemoveLearner(const WriteDeps& deps, const std::string& learner_id, std::optional<FeedPosition> position);
absl::Status RemoveCourse(const WriteDeps& deps, const std::string& course_id, std::optional<FeedPosition> position);

}  // namespace academy::enrollment
