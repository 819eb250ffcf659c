// Deleted learners in the database: the table `binned_learners`, one row for each learner in the bin.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. Changes renew the learners'
// revision.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// The table. The learners' rows stay, and their e-mail addresses are free: learners.email_key is the id meanwhile.
inline constexpr std::string_view kLearnerBinSchema = R"sql(
CREATE TABLE binned_learners (
  learner_number BIGINT PRIMARY KEY REFERENCES learners (number) ON DELETE CASCADE,
  learner_id TEXT NOT NULL UNIQUE,
  deleted_at BIGINT NOT NULL,
  deleted_by TEXT NOT NULL,
  counted_since BIGINT NOT NULL
);
CREATE INDEX binned_learners_by_time ON binned_learners (deleted_at, learner_id);
)sql";

struct BinEntry {
  UnixMillis deleted_at = 0;
  // The manager's id.
  std::string deleted_by;
};

struct BinnedLearnerRecord {
  std::string id;
  std::string fullname;
  std::string deleted_by;
  Deletion deletion;
};

// Start of a page: before this time, or then with a lower id.
struct BinPosition {
  UnixMillis deleted_at = 0;
  std::string id;
};

// Hides the learner, who must exist, from every other function of the stores, and frees the e-mail address.
void MoveToBin(soci::session& sql, const std::string& learner_id, const BinEntry& entry);
// Takes `learner`, as found by FindBinnedLearner, out of the bin. Throws if the e-mail address is taken.
void TakeFromBin(soci::session& sql, LearnerRecord learner);

// Last deleted first.
std::vector<BinnedLearnerRecord> ListBinned(soci::session& sql, const BinPosition& before, int limit);
int64_t CountBinned(soci::session& sql);
std::vector<std::string> ListBinnedIds(soci::session& sql);
// Returns the learners who were deleted when `counted` or less was counted, the oldest first, at most 100.
std::vector<std::string> ListDueBinned(soci::session& sql, int64_t counted);

}  // namespace academy::auth
