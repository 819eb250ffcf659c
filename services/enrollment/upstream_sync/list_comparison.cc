#include "services/enrollment/upstream_sync/list_comparison.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/enrollment/upstream_sync/binned/binning.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

using Ids = std::unordered_set<std::string_view>;

// What is in the bin is listed too.
Ids IdsOf(const ListedIds& listed) {
  Ids ids(listed.ids.begin(), listed.ids.end());
  ids.insert(listed.binned.begin(), listed.binned.end());
  return ids;
}

std::string_view SourceOf(ListKind kind) { return kind == ListKind::kLearners ? "auth" : "catalog"; }

bool IsBelieved(bool any_listed, size_t known, size_t missing) {
  if (known == 0) return true;
  if (!any_listed) return false;
  return missing <= std::max(kAlwaysBelieved, static_cast<size_t>(static_cast<double>(known) * kMaxMissingShare));
}

// Makes the bin here that of the list.
void ApplyBin(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::vector<std::string>& stored,
              const std::vector<std::string>& listed) {
  Ids before(stored.begin(), stored.end());
  Ids now(listed.begin(), listed.end());
  for (const std::string& id : listed) {
    if (!before.contains(id)) MoveToBin(deps, tx, kind, id);
  }
  // Also of whoever is in neither list: they are missing now.
  for (const std::string& id : stored) {
    if (!now.contains(id)) TakeFromBin(deps, tx, kind, id);
  }
}

// Marks, clears and logs. `missing` are the known ids that are not listed and not yet absent; `listed` includes the
// bin.
void Apply(const WriteDeps& deps, Transaction& tx, ListKind kind, const std::vector<Absence>& absences,
           const std::vector<std::string>& missing, const std::vector<std::string>& removed, const Ids& listed) {
  UnixMillis now = deps.clock.Now();
  for (const std::string& id : missing) {
    MarkAbsent(tx.sql(), kind, id, now);
    AppendAssignmentsChanged(deps, tx, kind, id);
  }
  int64_t returned = 0;
  for (const Absence& absence : absences) {
    if (!listed.contains(absence.id)) continue;
    ClearAbsence(tx.sql(), absence.id);
    AppendAssignmentsChanged(deps, tx, kind, absence.id);
    ++returned;
  }
  // Whoever is listed again was not removed for good: an older copy of the owner's database was restored.
  for (const std::string& id : removed) {
    if (listed.contains(id)) ForgetRemoved(tx.sql(), id);
  }
  std::string_view source = SourceOf(kind);
  if (!missing.empty()) {
    LogError("not listed any more: access is denied, and the data is kept for 7 days",
             {{"source", source}, {"missing", missing.size()}});
  }
  if (returned > 0) LogInfo("listed again", {{"source", source}, {"returned", returned}});
}

}  // namespace

absl::StatusOr<KnownIds> ReadKnownIds(Database& database, ListKind kind) {
  return database.Read([&](soci::session& sql) -> absl::StatusOr<KnownIds> {
    return KnownIds{.stored = kind == ListKind::kLearners ? ListStoredLearners(sql) : ListStoredCourses(sql),
                    .removed = ListRemoved(sql),
                    .place = LoadFeedPlace(sql, SourceOf(kind))};
  });
}

std::vector<std::string> NotListed(soci::session& sql, const KnownIds& known, const ListedIds& listed) {
  Ids present = IdsOf(listed);
  std::vector<std::string> missing;
  for (const std::string& id : known.stored) {
    if (present.contains(id)) continue;
    bool removed = FindRemoved(sql, {.course_id = id, .learner_id = id}).has_value();
    if (!removed) missing.push_back(id);
  }
  return missing;
}

absl::Status ApplyList(const WriteDeps& deps, ListKind kind, const KnownIds& known, const ListedIds& listed) {
  return deps.database.Write([&](Transaction& tx) -> absl::Status {
    const FeedPlace place = LoadFeedPlace(tx.sql(), SourceOf(kind));
    if (place.SerializeAsString() != known.place.SerializeAsString()) {
      return absl::AbortedError("changed while it was listed");
    }
    Ids present = IdsOf(listed);
    std::vector<Absence> absences = ListAbsences(tx.sql(), kind);
    Ids absent;
    for (const Absence& absence : absences) absent.insert(absence.id);
    std::vector<std::string> missing = NotListed(tx.sql(), known, listed);
    std::erase_if(missing, [&](const std::string& id) { return absent.contains(id); });
    const size_t all_known = known.stored.size() + known.listed_too + known.missing_too;
    const size_t all_missing = missing.size() + known.missing_too;
    // Whoever is missing beyond those that are known by their ids could not be marked.
    if (known.missing_too == 0 &&
        IsBelieved(!present.empty() || known.listed_too > 0 || listed.others, all_known, all_missing)) {
      ClearRefusedList(tx.sql(), kind);
      ApplyBin(deps, tx, kind, ListBinned(tx.sql(), kind), listed.binned);
      Apply(deps, tx, kind, absences, missing, known.removed, present);
      return absl::OkStatus();
    }
    RefusedList refused{.since = deps.clock.Now(),
                        .missing = static_cast<int64_t>(all_missing),
                        .known = static_cast<int64_t>(all_known)};
    StoreRefusedList(tx.sql(), kind, refused);
    LogError("list refused: it lacks too much of what is known. Was a database lost or replaced?",
             {{"source", SourceOf(kind)}, {"missing", refused.missing}, {"known", refused.known}});
    return absl::OkStatus();
  });
}

absl::Status CountAbsences(const WriteDeps& deps, ListKind kind) {
  using Expired = std::vector<std::string>;
  ASSIGN_OR_RETURN(Expired expired, deps.database.Write([&](Transaction& tx) -> absl::StatusOr<Expired> {
    Expired ids;
    if (!FindRefusedList(tx.sql(), kind).empty()) return ids;
    UnixMillis now = deps.clock.Now();
    for (const Absence& absence : ListAbsences(tx.sql(), kind)) {
      // A clock that was set back must not stop the count.
      if (std::abs(now - absence.checked_at) < absl::ToInt64Milliseconds(kCheckInterval)) continue;
      CountCheck(tx.sql(), absence.id, now);
      if (absence.checks + 1 >= kChecksBeforeRemoval) ids.push_back(absence.id);
    }
    return ids;
  }));
  for (const std::string& id : expired) {
    LogWarning("removed after 7 days of absence", {{"id", id}});
    RETURN_IF_ERROR(kind == ListKind::kLearners ? RemoveLearner(deps, id, std::nullopt)
                                                : RemoveCourse(deps, id, std::nullopt));
  }
  return absl::OkStatus();
}

}  // namespace academy::enrollment
