#include "services/enrollment/upstream_sync/binned/binned_store.h"

#include "services/platform/db/query.h"

namespace academy::enrollment {

void SetBinned(soci::session& sql, ListKind kind, const std::string& id) {
  Execute(sql, "INSERT INTO binned (id, kind) VALUES (:id, :kind) ON CONFLICT (id) DO NOTHING", id, KindText(kind));
}

void ClearBinned(soci::session& sql, const std::string& id) { Execute(sql, "DELETE FROM binned WHERE id = :id", id); }

std::vector<std::string> ListBinned(soci::session& sql, ListKind kind) {
  return Query<std::string>(sql, "SELECT id FROM binned WHERE kind = :kind ORDER BY id", KindText(kind));
}

bool AnyBinned(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM binned") > 0; }

bool IsBinned(soci::session& sql, const AssignmentKey& key) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM binned WHERE id IN (:course, :learner)", key.course_id,
                         key.learner_id) > 0;
}

bool IsDenied(soci::session& sql, const AssignmentKey& key) { return IsAbsent(sql, key) || IsBinned(sql, key); }

}  // namespace academy::enrollment
