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

// The learners' revision in one snapshot, with the changes that led to it.
class LearnersRevision {
 public:
  // `log` is what the database has.
  explicit LearnersRevision(std::string log) : log_(std::move(log)) {}

  // Differs after every change, by any process, of a field that lists show; equal stamps mean equal learners.
  std::string_view stamp() const;
  // The learners that changed since the revision with this stamp, some perhaps several times. Nullopt if that was some
  // fifty changes ago, if it was in a database that another one replaced, or if it was before the first change.
  std::optional<std::vector<std::string>> ChangedSince(std::string_view stamp) const;

 private:
  std::string log_;
};

LearnersRevision ReadLearnersRevision(soci::session& sql);

// Call in the transaction of every change to a learner.
void RenewLearnersRevision(soci::session& sql, const std::string& learner_id);

}  // namespace academy::auth
