#include "services/enrollment/upstream_sync/absence_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::enrollment {
namespace {

struct AbsenceRow {
  Absence absence;

  auto Columns() { return std::tie(absence.id, absence.since, absence.checks, absence.checked_at); }
  Absence ToRecord() const { return absence; }
};

struct RefusedRow {
  RefusedList refused;

  auto Columns() { return std::tie(refused.since, refused.missing, refused.known); }
  RefusedList ToRecord() const { return refused; }
};

}  // namespace

std::string_view KindText(ListKind kind) { return kind == ListKind::kLearners ? "learner" : "course"; }

void MarkAbsent(soci::session& sql, ListKind kind, const std::string& id, UnixMillis now) {
  Execute(sql,
          "INSERT INTO absences (id, kind, since, checks, checked_at) VALUES (:id, :kind, :since, 0, :checked)"
          " ON CONFLICT (id) DO NOTHING",
          id, KindText(kind), now, now);
}

void ClearAbsence(soci::session& sql, const std::string& id) {
  Execute(sql, "DELETE FROM absences WHERE id = :id", id);
}

void CountCheck(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE absences SET checks = checks + 1, checked_at = :now WHERE id = :id", now, id);
}

std::vector<Absence> ListAbsences(soci::session& sql, ListKind kind) {
  return Query<AbsenceRow>(sql, "SELECT id, since, checks, checked_at FROM absences WHERE kind = :kind ORDER BY id",
                           KindText(kind));
}

bool IsAbsent(soci::session& sql, const AssignmentKey& key) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM absences WHERE id IN (:course, :learner)", key.course_id,
                         key.learner_id) > 0;
}

void StoreRefusedList(soci::session& sql, ListKind kind, const RefusedList& refused) {
  Execute(sql,
          "INSERT INTO refused_lists (kind, since, missing, known) VALUES (:kind, :since, :missing, :known)"
          " ON CONFLICT (kind) DO UPDATE SET missing = excluded.missing, known = excluded.known",
          KindText(kind), refused.since, refused.missing, refused.known);
}

void ClearRefusedList(soci::session& sql, ListKind kind) {
  Execute(sql, "DELETE FROM refused_lists WHERE kind = :kind", KindText(kind));
}

std::vector<RefusedList> FindRefusedList(soci::session& sql, ListKind kind) {
  return Query<RefusedRow>(sql, "SELECT since, missing, known FROM refused_lists WHERE kind = :kind", KindText(kind));
}

bool AnyMissing(soci::session& sql, ListKind kind) {
  return !ListAbsences(sql, kind).empty() || !FindRefusedList(sql, kind).empty();
}

}  // namespace academy::enrollment
