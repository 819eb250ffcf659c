#include "services/enrollment/upstream_sync/binned/binning.h"

#include <vector>

#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"

namespace academy::enrollment {

void AppendAssignmentsChanged(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id) {
  std::vector<AssignmentRecord> assignments =
      kind == ListKind::kLearners ? ListAssignmentsOfLearner(tx.sql(), id) : ListAssignmentsOfCourse(tx.sql(), id);
  std::vector<std::string> events;
  events.reserve(assignments.size());
  for (const AssignmentRecord& assignment : assignments) {
    events.push_back(AssignmentEvent(assignment.id, /*removed=*/false));
  }
  deps.feed.AppendAll(tx, events);
}

// Assignments whose other side is in the bin are in no list. They stay denied, so nobody must ask about them again.

void MoveToBin(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id) {
  AppendAssignmentsChanged(deps, tx, kind, id);
  SetBinned(tx.sql(), kind, id);
}

void TakeFromBin(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id) {
  ClearBinned(tx.sql(), id);
  AppendAssignmentsChanged(deps, tx, kind, id);
}

absl::Status ApplyBinChange(const WriteDeps& deps, ListKind kind, BinChange change, const std::string& id,
                            const FeedPosition& position) {
  return deps.database.Write([&](Transaction& tx) -> absl::Status {
    if (!AdvanceFeedPlace(tx, position.source, position.place)) return absl::OkStatus();
    change == BinChange::kBinned ? MoveToBin(deps, tx, kind, id) : TakeFromBin(deps, tx, kind, id);
    return absl::OkStatus();
  });
}

}  // namespace academy::enrollment
