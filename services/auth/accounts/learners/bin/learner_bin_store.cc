#include "services/auth/accounts/learners/bin/learner_bin_store.h"

#include <tuple>

#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/accounts/text.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

struct BinRow {
  BinnedLearnerRecord record;

  auto Columns() {
    return std::tie(record.id, record.fullname, record.deleted_by, record.deletion.at, record.deletion.counted);
  }
  BinnedLearnerRecord ToRecord() const { return record; }
};

}  // namespace

void MoveToBin(soci::session& sql, const std::string& learner_id, const BinEntry& entry) {
  Execute(sql,
          "INSERT INTO binned_learners (learner_number, learner_id, deleted_at, deleted_by, counted_since)"
          " SELECT number, id, CAST(:at AS BIGINT), CAST(:by AS TEXT), (SELECT millis FROM counted_time WHERE id = 1)"
          " FROM learners WHERE id = :id",
          entry.deleted_at, entry.deleted_by, learner_id);
  Execute(sql,
          "DELETE FROM learner_words WHERE learner_number ="
          " (SELECT learner_number FROM binned_learners WHERE learner_id = :id)",
          learner_id);
  // No e-mail address looks like an id.
  Execute(sql, "UPDATE learners SET email_key = id WHERE id = :id", learner_id);
  RenewLearnersRevision(sql, learner_id);
}

void TakeFromBin(soci::session& sql, LearnerRecord learner) {
  Execute(sql, "DELETE FROM binned_learners WHERE learner_id = :id", learner.id);
  learner.email_key = EmailKey(learner.email);
  // Also writes the search terms.
  UpdateLearner(sql, learner);
}

std::vector<BinnedLearnerRecord> ListBinned(soci::session& sql, const BinPosition& before, int limit) {
  return Query<BinRow>(sql,
                       "SELECT b.learner_id, l.fullname, b.deleted_by, b.deleted_at, b.counted_since"
                       " FROM binned_learners b JOIN learners l ON l.number = b.learner_number"
                       " WHERE (b.deleted_at, b.learner_id) < (:at, :id)"
                       " ORDER BY b.deleted_at DESC, b.learner_id DESC LIMIT :limit",
                       before.deleted_at, before.id, limit);
}

int64_t CountBinned(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM binned_learners"); }

std::vector<std::string> ListBinnedIds(soci::session& sql) {
  return Query<std::string>(sql, "SELECT learner_id FROM binned_learners ORDER BY learner_id");
}

std::vector<std::string> ListDueBinned(soci::session& sql, int64_t counted) {
  return Query<std::string>(sql,
                            "SELECT learner_id FROM binned_learners WHERE counted_since <= :counted"
                            " ORDER BY counted_since, learner_id LIMIT 100",
                            counted);
}

}  // namespace academy::auth
