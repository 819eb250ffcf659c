// What is missing according to the comparison of lists, and its deletion when an owner says that it is really gone.
//
// Thread-safe.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/list_comparison.h"
#include "services/enrollment/write_deps.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// Learners, or courses.
struct MissingData {
  // In order.
  std::vector<std::string> ids;
  // Number of their assignments.
  int64_t assignments = 0;
  // When the first of them was found to be missing; 0 if nothing is.
  UnixMillis since = 0;
  // When CountAbsences deletes the first of them, if the academy runs without a pause; nullopt while the list is
  // refused.
  std::optional<UnixMillis> deleted_at;
  bool refused = false;
};

// Finds who is marked absent and, if the list is refused, whatever it lacks; without those who are listed again.
// `known` must have been read before `listed`, as for ApplyList. May throw as SOCI does.
MissingData FindMissing(soci::session& sql, ListKind kind, const KnownIds& known, const ListedIds& listed,
                        UnixMillis now);

// Deletes what FindMissing finds, forgets that the list was refused and returns what was deleted, in one transaction
// with an audit event. `admit` says in it whether to do so: its error is returned, and nothing is changed. The rest of
// the list is not applied: compare it again.
absl::StatusOr<MissingData> DeleteMissing(const WriteDeps& deps, const Caller& caller, ListKind kind,
                                          const KnownIds& known, const ListedIds& listed,
                                          absl::FunctionRef<absl::Status(const MissingData&)> admit);

}  // namespace academy::enrollment
