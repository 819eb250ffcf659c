#include "services/auth/accounts/learners/learner_store.h"

#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "services/auth/accounts/learners/learner_row.h"
#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/accounts/text.h"
#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

struct CheckedRow {
  std::string id;
  int known = 0;
  int binned = 0;

  auto Columns() { return std::tie(id, known, binned); }
  CheckedId ToRecord() const { return {.id = id, .known = known != 0, .binned = binned != 0}; }
};

void WriteTerms(soci::session& sql, const LearnerRecord& learner) {
  auto number = QueryOne<int64_t>(sql, "SELECT number FROM learners WHERE id = :id", learner.id).value_or(0);
  std::vector<std::string> terms = SearchTerms(learner.fullname, learner.email, learner.phonenumber);
  // Most changes of a learner change none.
  for (const std::string& old :
       Query<std::string>(sql, "SELECT word FROM learner_words WHERE learner_number = :number", number)) {
    if (std::erase(terms, old) > 0) continue;
    Execute(sql, "DELETE FROM learner_words WHERE learner_number = :number AND word = :word", number, old);
  }
  for (const std::string& term : terms) {
    Execute(sql, "INSERT INTO learner_words (learner_number, word) VALUES (:number, :word)", number, term);
  }
}

}  // namespace

void InsertLearner(soci::session& sql, const LearnerRecord& learner) {
  Execute(sql,
          "INSERT INTO learners (" ACADEMY_LEARNER_COLUMNS
          ") VALUES (:id, :email, :email_key, :fullname, :fullname_key, :phonenumber, :address, :password_hash,"
          " :active, :activated, :language, :last_login_at, :created_at, :revision)",
          learner.id, learner.email, learner.email_key, learner.fullname, learner.fullname_key, learner.phonenumber,
          learner.address, learner.password_hash, learner.active, learner.activated, learner.language,
          learner.last_login_at, learner.created_at, learner.revision);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql, learner.id);
}

void UpdateLearner(soci::session& sql, const LearnerRecord& learner) {
  Execute(sql,
          "UPDATE learners SET email = :email, email_key = :email_key, fullname = :fullname,"
          " fullname_key = :fullname_key, phonenumber = :phonenumber, address = :address,"
          " password_hash = :password_hash, language = :language, revision = revision + 1 WHERE id = :id",
          learner.email, learner.email_key, learner.fullname, learner.fullname_key, learner.phonenumber,
          learner.address, learner.password_hash, learner.language, learner.id);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql, learner.id);
}

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id) {
  return QueryOne<LearnerRow>(
      sql, "SELECT " ACADEMY_LEARNER_COLUMNS " FROM learners WHERE id = :id AND " ACADEMY_NOT_BINNED, id);
}

std::optional<LearnerRecord> FindBinnedLearner(soci::session& sql, const std::string& id) {
  return QueryOne<LearnerRow>(
      sql,
      "SELECT " ACADEMY_LEARNER_COLUMNS
      " FROM learners WHERE id = :id AND number IN (SELECT learner_number FROM binned_learners)",
      id);
}

std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key) {
  return QueryOne<LearnerRow>(
      sql, "SELECT " ACADEMY_LEARNER_COLUMNS " FROM learners WHERE email_key = :key AND " ACADEMY_NOT_BINNED,
      email_key);
}

std::vector<LearnerRecord> FindLearners(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  std::vector<LearnerRecord> found =
      QueryRows<LearnerRow>(sql,
                            "WITH asked (asked_id) AS ({rows}) SELECT " ACADEMY_LEARNER_COLUMNS
                            " FROM asked CROSS JOIN learners WHERE id = asked_id AND " ACADEMY_NOT_BINNED,
                            asked);
  std::unordered_map<std::string_view, const LearnerRecord*> by_id;
  for (const LearnerRecord& learner : found) by_id[learner.id] = &learner;
  std::vector<LearnerRecord> learners;
  learners.reserve(found.size());
  for (const std::string& id : ids) {
    if (auto learner = by_id.find(id); learner != by_id.end()) learners.push_back(*learner->second);
  }
  return learners;
}

std::vector<CheckedId> CheckLearners(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  return QueryRows<CheckedRow>(
      sql,
      "WITH asked (asked_id) AS ({rows}) SELECT asked_id,"
      " CASE WHEN EXISTS (SELECT 1 FROM learners WHERE id = asked_id) THEN 1 ELSE 0 END,"
      " CASE WHEN EXISTS (SELECT 1 FROM binned_learners WHERE learner_id = asked_id) THEN 1 ELSE 0 END FROM asked",
      asked);
}

bool AnyLearner(soci::session& sql) {
  return QueryValue<int>(sql, "SELECT CASE WHEN EXISTS (SELECT 1 FROM learners) THEN 1 ELSE 0 END") != 0;
}

void SetLearnerPassword(soci::session& sql, const std::string& id, const std::string& password_hash) {
  Execute(sql, "UPDATE learners SET password_hash = :hash WHERE id = :id", password_hash, id);
}

void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated) {
  Execute(sql, "UPDATE learners SET active = :active, activated = :activated, revision = revision + 1 WHERE id = :id",
          active, activated, id);
  RenewLearnersRevision(sql, id);
}

void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE learners SET last_login_at = :now WHERE id = :id", now, id);
  RenewLearnersRevision(sql, id);
}

void DeleteLearner(soci::session& sql, const std::string& id) {
  Execute(sql, "DELETE FROM learners WHERE id = :id", id);
  RenewLearnersRevision(sql, id);
}

}  // namespace academy::auth
