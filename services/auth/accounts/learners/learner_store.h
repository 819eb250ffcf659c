// Learners in the database, and the search over them.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does; Database turns that into a
// status (ALREADY_EXISTS unique_violation for an e-mail address that is taken). Every change of a field that lists show
// renews the learners' revision. Learners in the bin (bin/learner_bin_store.h) are found by FindBinnedLearner alone.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::auth {

struct LearnerRecord {
  std::string id;
  std::string email;
  // EmailKey(email).
  std::string email_key;
  std::string fullname;
  // Fold(fullname), which lists are ordered by.
  std::string fullname_key;
  std::string phonenumber;
  std::string address;
  std::string password_hash;
  // `active` is 1 while managers allow the learner, `activated` is 1 once the e-mail address was confirmed.
  int active = 1;
  int activated = 0;
  // Language of mails, `ar` or `en`.
  std::string language;
  // 0 before the first sign-in.
  UnixMillis last_login_at = 0;
  UnixMillis created_at = 0;
  // Counts the changes of what managers edit, which is not the sign-ins nor the password alone.
  int64_t revision = 1;
};

enum class LearnerOrder { kFullname, kEmail, kCreatedAt, kLastLogin };

// Start of a page: after the learner with this key in the order, and this id.
struct LearnerPosition {
  std::string text_key;
  int64_t number_key = 0;
  std::string id;
};

struct LearnerQuery {
  // Folded words; each must be a prefix of one of the learner's search terms. Empty matches all.
  std::vector<std::string> words;
  std::optional<bool> active;
  std::optional<bool> activated;
  LearnerOrder order = LearnerOrder::kFullname;
  bool descending = false;
  std::optional<LearnerPosition> after;
  // 0 for all.
  int limit = 0;
};

// Both also store the search terms. UpdateLearner increases the stored revision by one, whatever `learner` has, as
// SetLearnerFlags does.
void InsertLearner(soci::session& sql, const LearnerRecord& learner);
void UpdateLearner(soci::session& sql, const LearnerRecord& learner);

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id);
std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key);
// Finds a learner in the bin, whose email_key is the id.
std::optional<LearnerRecord> FindBinnedLearner(soci::session& sql, const std::string& id);
// In the order of `ids`; unknown ones are left out.
std::vector<LearnerRecord> FindLearners(soci::session& sql, const std::vector<std::string>& ids);
// What is known of an id: also a learner in the bin is known.
struct CheckedId {
  std::string id;
  bool known = false;
  bool binned = false;
};
// In no order.
std::vector<CheckedId> CheckLearners(soci::session& sql, const std::vector<std::string>& ids);
// Whether there is a learner, in the bin or not.
bool AnyLearner(soci::session& sql);
std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query);
// Returns the ids of the matches in the order of `query`, with `after` and `limit`.
std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query);
// How many learners match.
struct LearnerCount {
  int64_t total = 0;
  // There are more: of a search that finds a large part of a large academy, not everything is counted.
  bool at_least = false;
};
// A search counts at most so many rows of its words; if it must look at the learners too, so many of them.
struct CountLimits {
  int rows = 100'000;
  int learners = 20'000;
};
// Returns the number of matches, ignoring `after` and `limit`. Without words it is exact.
LearnerCount CountLearners(soci::session& sql, const LearnerQuery& query, const CountLimits& limits = {});
// As QueryLearnerIds, of the matches among these learners, some 50,000 at most; also returns the number of all of them.
std::vector<std::string> QueryLearnerIdsAmong(soci::session& sql, const std::vector<std::string>& ids,
                                              const LearnerQuery& query, int64_t& total);
// Returns the position of `learner` in `order`.
LearnerPosition PositionOf(const LearnerRecord& learner, LearnerOrder order);

void SetLearnerPassword(soci::session& sql, const std::string& id, const std::string& password_hash);
void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated);
void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now);
// Deletes the learner and everything that refers to the learner except sessions.
void DeleteLearner(soci::session& sql, const std::string& id);

}  // namespace academy::auth
