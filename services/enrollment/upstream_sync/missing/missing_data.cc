#include "services/enrollment/upstream_sync/missing/missing_data.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// When the last check of an absence comes.
UnixMillis DeletionOf(const Absence& absence, UnixMillis now) {
  // As in CountAbsences, whatever the clock does.
  bool due = std::abs(now - absence.checked_at) >= absl::ToInt64Milliseconds(kCheckInterval);
  UnixMillis next = due ? now : absence.checked_at + kCheckInterval;
  return next + (kChecksBeforeRemoval - absence.checks - 1) * kCheckInterval;
}

AuditEntry Deleted(ListKind kind, const MissingData& missing) {
  bool learners = kind == ListKind::kLearners;
  // There are no names any more, and too many ids.
  return {.action = learners ? "learner.missing_deleted" : "course.missing_deleted",
          .subject = {.kind = std::string(KindText(kind)), .id = "", .name = ""},
          .details = {{learners ? "learners" : "courses", std::to_string(missing.ids.size())},
                      {"assignments", std::to_string(missing.assignments)}}};
}

}  // namespace

MissingData FindMissing(soci::session& sql, ListKind kind, const KnownIds& known, const ListedIds& listed,
                        UnixMillis now) {
  MissingData missing;
  std::set<std::string> ids;
  std::set<std::string_view> present(listed.ids.begin(), listed.ids.end());
  present.insert(listed.binned.begin(), listed.binned.end());
  for (const Absence& absence : ListAbsences(sql, kind)) {
    if (present.contains(absence.id)) continue;
    UnixMillis deleted_at = DeletionOf(absence, now);
    missing.since = ids.empty() ? absence.since : std::min(missing.since, absence.since);
    missing.deleted_at = std::min(missing.deleted_at.value_or(deleted_at), deleted_at);
    ids.insert(absence.id);
  }
  for (const RefusedList& refused : FindRefusedList(sql, kind)) {
    std::vector<std::string> lacking = NotListed(sql, known, listed);
    if (lacking.empty()) continue;
    missing.since = ids.empty() ? refused.since : std::min(missing.since, refused.since);
    missing.deleted_at = std::nullopt;
    missing.refused = true;
    ids.insert(std::make_move_iterator(lacking.begin()), std::make_move_iterator(lacking.end()));
  }
  auto count = kind == ListKind::kLearners ? CountLearnerAssignments : CountCourseAssignments;
  missing.ids.assign(ids.begin(), ids.end());
  missing.assignments = count(sql, missing.ids);
  return missing;
}

absl::StatusOr<MissingData> DeleteMissing(const WriteDeps& deps, const Caller& caller, ListKind kind,
                                          const KnownIds& known, const ListedIds& listed,
                                          absl::FunctionRef<absl::Status(const MissingData&)> admit) {
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<MissingData> {
    UnixMillis now = deps.clock.Now();
    MissingData missing = FindMissing(tx.sql(), kind, known, listed, now);
    RETURN_IF_ERROR(admit(missing));
    if (missing.ids.empty()) return missing;
    auto remove = kind == ListKind::kLearners ? DeleteLearnerData : DeleteCourseData;
    for (const std::string& id : missing.ids) AppendAssignmentsRemoved(deps.feed, tx, remove(tx.sql(), id, now));
    ClearRefusedList(tx.sql(), kind);
    deps.audit.Add(tx, caller, Deleted(kind, missing));
    LogWarning("missing data deleted as an owner said",
               {{"kind", KindText(kind)}, {"missing", missing.ids.size()}, {"assignments", missing.assignments}});
    return missing;
  });
}

}  // namespace academy::enrollment
