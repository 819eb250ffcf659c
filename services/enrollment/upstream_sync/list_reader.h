// Reads what list_comparison.h compares: what is known here, and what auth or the catalog lists.
//
// There may be millions of learners, so neither side is read whole: auth is asked about those who are known here, a
// batch at a time, and only differences are kept. Then it is asked about these once more, which takes a moment, so that
// what happens during the long reading is not mistaken. Courses are few, and are listed whole.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/upstream_sync/auth_client.h"
#include "services/enrollment/upstream_sync/catalog_client.h"
#include "services/enrollment/upstream_sync/list_comparison.h"
#include "services/platform/db/database.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

struct ReadLists {
  KnownIds known;
  ListedIds listed;
};

// Thread-safe. Errors as Upstream::Call.
class ListReader {
 public:
  // Ids that auth is asked about at once.
  static constexpr size_t kBatch = 5000;
  // More missing learners are counted, but not kept: such a list is not believed.
  static constexpr size_t kMaxKept = 250'000;

  // All must outlive the reader.
  ListReader(Database& database, AuthClient& auth, CatalogClient& catalog, size_t batch = kBatch)
      : database_(database), auth_(auth), catalog_(catalog), batch_(batch) {}

  // Learners who seem to differ.
  struct Candidates {
    std::vector<std::string> unlisted;
    // Not kept in `unlisted`.
    size_t more = 0;
    std::vector<std::string> binned;
    // Stored and listed.
    size_t listed = 0;
  };

  // Asks auth about all learners with data here. For courses it does nothing.
  absl::StatusOr<Candidates> FindCandidates(const Caller& caller, ListKind kind,
                                            size_t max_kept = std::numeric_limits<size_t>::max());
  // Reads how the candidates stand now. What was added or removed meanwhile is not mistaken. `known.stored` has only
  // those who were not listed, and `listed` only what matters.
  absl::StatusOr<ReadLists> Read(const Caller& caller, ListKind kind, const Candidates& candidates);

 private:
  // Calls `take` with what auth says of each batch.
  absl::Status Check(const Caller& caller, const std::vector<std::string>& ids,
                     const std::function<void(CheckedIds)>& take);

  Database& database_;
  AuthClient& auth_;
  CatalogClient& catalog_;
  const size_t batch_;
};

}  // namespace academy::enrollment
