// Learners in the database, and the search over them.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does; Database turns that into a
// status (ALREADY_EXISTS unique_violation for an address that is taken). Whatever changes what lists show renews the
// learners' revision.
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
  // Fold(fullname): the order of lists.
  std::string fullname_key;
  std::string phonenumber;
  std::string address;
  std::string password_hash;
  // 1 while managers allow the learner; 1 once the address was confirmed.
  int active = 1;
  int activated = 0;
  // `ar` or `en`: what mails are written in.
  std::string language;
  // 0 before the first sign-in.
  UnixMillis last_login_at = 0;
  UnixMillis created_at = 0;
};

enum class LearnerOrder { kFullname, kEmail, kCreatedAt, kLastLogin };

// Where a page begins: after the learner with this key in the order, and this id.
struct LearnerPosition {
  std::string text_key;
  int64_t number_key = 0;
  std::string id;
};

struct LearnerQuery {
  // Folded words; each must begin one of the learner's search terms. Empty finds all.
  std::vector<std::string> words;
  std::optional<bool> active;
  std::optional<bool> activated;
  LearnerOrder order = LearnerOrder::kFullname;
  bool descending = false;
  std::optional<LearnerPosition> after;
  // 0 for all.
  int limit = 0;
};

// Both keep the search terms too.
void InsertLearner(soci::session& sql, const LearnerRecord& learner);
void UpdateLearner(soci::session& sql, const LearnerRecord& learner);

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id);
std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key);
// In the order of `ids`; unknown ones are left out.
std::vector<LearnerRecord> FindLearners(soci::session& sql, const std::vector<std::string>& ids);
std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query);
// The ids of all that `query` finds, in its order, without regard to `limit`.
std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query);
// How many `query` finds, without regard to `after` and `limit`.
int64_t CountLearners(soci::session& sql, const LearnerQuery& query);
// The position of `learner` in `order`.
LearnerPosition PositionOf(const LearnerRecord& learner, LearnerOrder order);

void SetLearnerPassword(soci::session& sql, const std::string& id, const std::string& password_hash);
void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated);
void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now);
// With all that refers to the learner, but for sessions.
void DeleteLearner(soci::session& sql, const std::string& id);

}  // namespace academy::auth
