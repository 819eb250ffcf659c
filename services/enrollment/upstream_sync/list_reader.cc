#include "services/enrollment/upstream_sync/list_reader.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

using Ids = std::vector<std::string>;

void Append(Ids& ids, Ids more) {
  ids.insert(ids.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// What is known here of learners, besides who has data.
struct Marks {
  KnownIds known;
  Ids absent;
  Ids binned;
};

absl::StatusOr<Marks> ReadMarks(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<Marks> {
    Marks marks{.known = {.removed = ListRemoved(sql), .place = LoadFeedPlace(sql, "auth")},
                .binned = ListBinned(sql, ListKind::kLearners)};
    for (Absence& absence : ListAbsences(sql, ListKind::kLearners)) marks.absent.push_back(std::move(absence.id));
    return marks;
  });
}

}  // namespace

absl::Status ListReader::Check(const Caller& caller, const Ids& ids, const std::function<void(CheckedIds)>& take) {
  for (size_t begin = 0; begin < ids.size(); begin += batch_) {
    auto from = ids.begin() + static_cast<std::ptrdiff_t>(begin);
    auto to = ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), begin + batch_));
    ASSIGN_OR_RETURN(CheckedIds checked, auth_.CheckIds(caller, {from, to}));
    take(std::move(checked));
  }
  return absl::OkStatus();
}

absl::StatusOr<ListReader::Candidates> ListReader::FindCandidates(const Caller& caller, ListKind kind,
                                                                  size_t max_kept) {
  Candidates candidates;
  if (kind != ListKind::kLearners) return candidates;
  for (std::string after;;) {
    ASSIGN_OR_RETURN(Ids stored, database_.Read([&](soci::session& sql) -> absl::StatusOr<Ids> {
      return ListStoredLearnersAfter(sql, after, static_cast<int>(batch_));
    }));
    if (stored.empty()) return candidates;
    after = stored.back();
    RETURN_IF_ERROR(Check(caller, stored, [&](CheckedIds checked) {
      candidates.listed += stored.size() - checked.unknown.size();
      Append(candidates.binned, std::move(checked.binned));
      size_t kept = std::min(checked.unknown.size(), max_kept - candidates.unlisted.size());
      candidates.more += checked.unknown.size() - kept;
      checked.unknown.resize(kept);
      Append(candidates.unlisted, std::move(checked.unknown));
    }));
    if (stored.size() < batch_) return candidates;
  }
}

absl::StatusOr<ReadLists> ListReader::Read(const Caller& caller, ListKind kind, const Candidates& candidates) {
  if (kind == ListKind::kCourses) {
    // In this order, so that nothing that is assigned meanwhile seems to be missing.
    ASSIGN_OR_RETURN(KnownIds known, ReadKnownIds(database_, kind));
    ASSIGN_OR_RETURN(ListedIds listed, catalog_.ListAllIds(caller));
    return ReadLists{.known = std::move(known), .listed = std::move(listed)};
  }
  ASSIGN_OR_RETURN(Marks marks, ReadMarks(database_));
  Ids asked = candidates.unlisted;
  for (const Ids& more : {candidates.binned, marks.known.removed, marks.absent, marks.binned}) {
    asked.insert(asked.end(), more.begin(), more.end());
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  ReadLists lists{.known = std::move(marks.known), .listed = {.others = candidates.listed > 0}};
  std::unordered_set<std::string> unknown;
  RETURN_IF_ERROR(Check(caller, asked, [&](CheckedIds checked) {
    lists.listed.others = lists.listed.others || checked.any;
    unknown.insert(std::make_move_iterator(checked.unknown.begin()), std::make_move_iterator(checked.unknown.end()));
    Append(lists.listed.binned, std::move(checked.binned));
  }));
  std::unordered_set<std::string_view> binned(lists.listed.binned.begin(), lists.listed.binned.end());
  for (std::string& id : asked) {
    if (!unknown.contains(id) && !binned.contains(id)) lists.listed.ids.push_back(std::move(id));
  }
  for (const std::string& id : candidates.unlisted) {
    if (unknown.contains(id)) lists.known.stored.push_back(id);
  }
  size_t listed_since = candidates.unlisted.size() - lists.known.stored.size();
  lists.known.listed_too = candidates.listed + listed_since;
  lists.known.missing_too = candidates.more;
  return lists;
}

}  // namespace academy::enrollment
