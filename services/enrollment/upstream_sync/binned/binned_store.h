// The table `binned`: learners and courses that are in auth's or the catalog's bin. Their assignments and progress are
// kept, hidden from all lists, and access is denied.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/upstream_sync/absence_store.h"

namespace academy::enrollment {

// Idempotent.
void SetBinned(soci::session& sql, ListKind kind, const std::string& id);
void ClearBinned(soci::session& sql, const std::string& id);
// In the order of the ids.
std::vector<std::string> ListBinned(soci::session& sql, ListKind kind);
// Whether anything is in the bin.
bool AnyBinned(soci::session& sql);
// Whether the course or the learner is in the bin.
bool IsBinned(soci::session& sql, const AssignmentKey& key);
// Whether one of them is in the bin or absent.
bool IsDenied(soci::session& sql, const AssignmentKey& key);

}  // namespace academy::enrollment
