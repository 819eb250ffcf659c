// Compares the learners or courses that have data here with those that auth or the catalog lists.
//
// A comparison is needed when events of their feed are missing, and tells nothing about why an id is gone: its owner's
// database may have been lost, or an older copy restored. So nothing is deleted here at once. What is not listed is
// marked absent, and denied; what is listed again is as it was.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "absl/status/status.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/enrollment/write_deps.h"

namespace academy::enrollment {

// A list that lacks more of the known ids is not believed at all, nor is an empty one: it is another database rather
// than that many removals. A few are always believed, so that small academies are not alarmed by one.
inline constexpr double kMaxMissingShare = 0.05;
inline constexpr size_t kAlwaysBelieved = 3;

// An absent id's data is deleted once it was found to be absent this often, at checks at least kCheckInterval apart: 7
// days in which the academy ran, whatever its clock says.
inline constexpr int kChecksBeforeRemoval = 7 * 24;
inline constexpr absl::Duration kCheckInterval = absl::Hours(1);

// Marks and clears absences, in one transaction with `position`, the place in the feed that the list is not older than.
// `known` must have been read before `listed`: an id that was added in between is only in `listed`. A refused list is
// stored as such, and changes nothing else. Thread-safe.
absl::Status ApplyList(const WriteDeps& deps, ListKind kind, const std::vector<std::string>& known,
                       const std::vector<std::string>& listed, const std::optional<FeedPosition>& position);

// Counts a check of all absent ids of a kind, after ApplyList, and deletes the data of those that were absent for long
// enough. Does nothing while the list is refused, or if the last check was less than kCheckInterval ago.
absl::Status CountAbsences(const WriteDeps& deps, ListKind kind);

}  // namespace academy::enrollment
