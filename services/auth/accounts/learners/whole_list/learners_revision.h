// A revision that shows whether any learner changed since a list was built, and which ones.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace academy::auth {

// Statements for a migration, of the table that was one row. Each slot has a log of its own.
inline constexpr std::string_view kLearnersStampsSchema =
    "CREATE TABLE learners_stamps (slot INTEGER PRIMARY KEY, log TEXT NOT NULL);\n"
    "INSERT INTO learners_stamps (slot, log) SELECT 0, stamp FROM learners_stamp;\n"
    "DROP TABLE learners_stamp;\n";

// The learners' revision in one snapshot, with the changes that led to it.
class LearnersRevision {
 public:
  // The newest changes in one slot, as the database has them.
  struct Log {
    int slot = 0;
    std::string text;
  };

  // On SQLite there is one log; on a server several, so that the writes of several processes rarely meet at one row.
  explicit LearnersRevision(std::vector<Log> logs) : logs_(std::move(logs)) {}

  // Differs after every change, by any process, of a field that lists show; equal stamps mean equal learners.
  std::string stamp() const;
  // The learners that changed since the revision with this stamp, some perhaps several times. Nullopt if that was some
  // fifty changes ago, if it was in a database that another one replaced, or if it was before the first change.
  std::optional<std::vector<std::string>> ChangedSince(std::string_view stamp) const;

 private:
  std::vector<Log> logs_;
};

LearnersRevision ReadLearnersRevision(soci::session& sql);

// Call in the transaction of every change to a learner.
void RenewLearnersRevision(soci::session& sql, const std::string& learner_id);

}  // namespace academy::auth
