// Compares the learners or courses that have data here with those that auth or the catalog lists.
//
// It tells nothing about why an id is gone: its owner's database may have been lost, or an older copy restored. So
// nothing is deleted here at once. What is not listed is marked absent, and denied; what is listed again is as it was.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/binned/listed_ids.h"
#include "services/enrollment/write_deps.h"
#include "services/platform/feed/change_feed.h"

namespace academy::enrollment {

// A list that lacks more of the known ids is not believed at all, nor is an empty one: it is another database rather
// than that many removals. A few are always believed, so that small academies are not alarmed by one.
inline constexpr double kMaxMissingShare = 0.05;
inline constexpr size_t kAlwaysBelieved = 3;

// An absent id's data is deleted once it was found to be absent this often, at checks at least kCheckInterval apart: 7
// days in which the academy ran, whatever its clock says.
inline constexpr int kChecksBeforeRemoval = 7 * 24;
inline constexpr absl::Duration kCheckInterval = absl::Hours(1);

// What is known here about the ids of a kind.
struct KnownIds {
  // With assignments or progress.
  std::vector<std::string> stored;
  std::vector<std::string> removed;
  // How far the owner's feed was handled. Whatever changes its list moves it.
  FeedPlace place;
  // How many more ids have data here, all of them listed, and how many that are not listed.
  size_t listed_too = 0;
  size_t missing_too = 0;
};
// Reads all ids, which may be millions of learners: list_reader.h keeps only those that differ.
absl::StatusOr<KnownIds> ReadKnownIds(Database& database, ListKind kind);

// Returns the ids of `known` with data here that are neither listed nor in the bin. Those that were removed since
// `known` was read are not missing. May throw as SOCI does.
std::vector<std::string> NotListed(soci::session& sql, const KnownIds& known, const ListedIds& listed);

// Marks and clears absences, in one transaction. `known` must have been read before `listed`: what was added or removed
// in between is then only in `listed`, and not mistaken. What is in the bin is listed, but hidden. A refused list is
// stored as such, and changes nothing else. ABORTED if an event was handled since `known` was read, by any process: it
// may be newer than the list. Thread-safe.
absl::Status ApplyList(const WriteDeps& deps, ListKind kind, const KnownIds& known, const ListedIds& listed);

// Counts a check of all absent ids of a kind, after ApplyList, and deletes the data of those that were absent for long
// enough. Does nothing while the list is refused, or if the last check was less than kCheckInterval ago.
absl::Status CountAbsences(const WriteDeps& deps, ListKind kind);

}  // namespace academy::enrollment
