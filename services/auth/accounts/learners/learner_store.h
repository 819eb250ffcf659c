// Learners in the database; search/learner_query.h has their lists.
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
void SetLearnerPassword(soci::session& sql, const std::string& id, const std::string& password_hash);
void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated);
void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now);
// Deletes the learner and everything that refers to the learner except sessions.
void DeleteLearner(soci::session& sql, const std::string& id);

}  // namespace academy::auth
