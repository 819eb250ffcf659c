// Hides the assignments of learners and courses that were moved to the bin, and shows them again.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/enrollment/write_deps.h"

namespace academy::enrollment {

// In the caller's transaction; may throw as SOCI does. Tells the edges to ask again about the assignments of a learner
// or a course.
void AppendAssignmentsChanged(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id);
// Likewise, with the change that AppendAssignmentsChanged reports. Idempotent.
void MoveToBin(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id);
void TakeFromBin(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::string& id);

// What happened to a learner or a course, as an event says.
enum class BinChange { kBinned, kRestored };
// Handles that event in one transaction, together with its place.
absl::Status ApplyBinChange(const WriteDeps& deps, ListKind kind, BinChange change, const std::string& id,
                            const FeedPosition& position);

}  // namespace academy::enrollment
