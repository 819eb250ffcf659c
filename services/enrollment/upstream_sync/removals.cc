#include "services/enrollment/upstream_sync/removals.h"

#include <vector>

#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/upstream_sync/removal_store.h"

namespace academy::enrollment {
namespace {

using DeleteData = std::vector<std::string>(soci::session& sql, const std::string& id, UnixMillis now);

absl::Status Remove(const WriteDeps& deps, DeleteData& delete_data, const std::string& id,
                    std::optional<FeedPosition> position) {
  return deps.database.Write([&](Transaction& tx) -> absl::Status {
    if (position.has_value() && !AdvanceFeedPlace(tx, position->source, position->place)) return absl::OkStatus();
    AppendAssignmentsRemoved(deps.feed, tx, delete_data(tx.sql(), id, deps.clock.Now()));
    return absl::OkStatus();
  });
}

}  // namespace

absl::Status RemoveLearner(const WriteDeps& deps, const std::string& learner_id, std::optional<FeedPosition> position) {
  return Remove(deps, DeleteLearnerData, learner_id, position);
}

absl::Status RemoveCourse(const WriteDeps& deps, const std::string& course_id, std::optional<FeedPosition> position) {
  return Remove(deps, DeleteCourseData, course_id, position);
}

}  // namespace academy::enrollment
