#include "services/auth/accounts/learners/whole_list/all_learners.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_list.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/accounts/learners/whole_list/list_patch.h"

namespace academy::auth {
namespace {

using Ids = absl::flat_hash_set<std::string>;
using Sockets = OnlineLearners::Sockets;

// To read a learner alone costs about as much as sixteen of a list, so a list of a thousand rows is read again after 64
// changes, a longer one after one for each so many bytes of it.
constexpr size_t kAlwaysPatched = 64;
constexpr size_t kBytesAPatch = 4096;

std::string RowOf(const LearnerRecord& learner, const Sockets& sockets) {
  std::string row;
  std::string field;
  AppendLearner(v1::ListLearnersResponse::kResultFieldNumber, learner, sockets, row, field);
  return field;
}

void AddDifferences(const Sockets& these, const Sockets& those, Ids& ids) {
  for (const auto& [id, socket] : these) {
    auto other = those.find(id);
    if (other == those.end() || other->second != socket) ids.insert(id);
  }
}

// Who has come online, has gone offline, or has another connection.
Ids Moved(const OnlineLearners::Snapshot& before, const OnlineLearners::Snapshot& now) {
  Ids ids;
  if (before == now) return ids;
  AddDifferences(*before, *now, ids);
  AddDifferences(*now, *before, ids);
  return ids;
}

// A learner whose row is new where it is: the row, and how many other such rows stand between it and the next row that
// is not new.
struct Placed {
  std::string row;
  size_t new_ones_after = 0;
};

// Adds the rows of `learners` to `patch`, each where the database orders it. Their old rows must be removed by it.
void AddInOrder(soci::session& sql, const std::vector<LearnerRecord>& learners, const Sockets& sockets,
                ListPatch& patch) {
  // By the id of the next row that is not new; empty after the last one.
  absl::flat_hash_map<std::string, std::vector<Placed>> places;
  for (const LearnerRecord& learner : learners) {
    // At least one of these is not new, unless the list ends before it.
    std::vector<std::string> following = ListLearnersAfter(sql, learner, static_cast<int>(learners.size()));
    auto next = std::find_if(following.begin(), following.end(),
                             [&](const std::string& id) { return !patch.removed.contains(id); });
    places[next == following.end() ? "" : *next].push_back(
        {.row = RowOf(learner, sockets), .new_ones_after = static_cast<size_t>(next - following.begin())});
  }
  for (auto& [next, placed] : places) {
    std::sort(placed.begin(), placed.end(),
              [](const Placed& a, const Placed& b) { return a.new_ones_after > b.new_ones_after; });
    std::vector<std::string>& rows = next.empty() ? patch.last : patch.before[next];
    for (Placed& each : placed) rows.push_back(std::move(each.row));
  }
}

// Returns `list` with the rows of these learners as they are now; nullopt if it is cheaper to read all of them.
// `changed` may stand elsewhere now, or not at all; `moved` only differ in whether they are online.
std::optional<std::string> Renewed(soci::session& sql, const std::string& list, const std::vector<std::string>& changed,
                                   const Ids& moved, const Sockets& sockets) {
  ListPatch patch;
  patch.removed.insert(changed.begin(), changed.end());
  if (patch.removed.size() + moved.size() > std::max(kAlwaysPatched, list.size() / kBytesAPatch)) return std::nullopt;
  AddInOrder(sql, FindLearners(sql, {patch.removed.begin(), patch.removed.end()}), sockets, patch);
  std::vector<std::string> stayed;
  for (const std::string& id : moved) {
    if (!patch.removed.contains(id)) stayed.push_back(id);
  }
  // Who is in the bin, or is no learner any more, has no row.
  for (const LearnerRecord& learner : FindLearners(sql, stayed)) patch.replaced[learner.id] = RowOf(learner, sockets);
  return Patched(list, patch);
}

}  // namespace

AllLearners::Kept AllLearners::Known() const {
  absl::MutexLock lock(&mutex_);
  return kept_;
}

std::string AllLearners::Read(soci::session& sql, const Sockets& sockets) {
  ++whole_reads_;
  std::string rows;
  std::string row;
  VisitLearners(sql, [&](const LearnerRecord& learner) {
    AppendLearner(v1::ListLearnersResponse::kResultFieldNumber, learner, sockets, row, rows);
  });
  return ListOfRows(std::move(rows));
}

absl::StatusOr<std::shared_ptr<const std::string>> AllLearners::Get() {
  using List = std::shared_ptr<const std::string>;
  OnlineLearners::Snapshot sockets = online_.Now();
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<List> {
    // Read in the same snapshot as the learners, so that the revision is theirs.
    const LearnersRevision revision = ReadLearnersRevision(sql);
    const Kept known = Known();
    if (known.list != nullptr && known.stamp == revision.stamp() && known.sockets == sockets) return known.list;
    std::optional<std::string> made;
    if (known.list != nullptr) {
      // The same stamp, before the first change too, means that nobody changed.
      std::optional<std::vector<std::string>> changed =
          known.stamp == revision.stamp() ? std::vector<std::string>() : revision.ChangedSince(known.stamp);
      if (changed) made = Renewed(sql, *known.list, *changed, Moved(known.sockets, sockets), *sockets);
    }
    if (!made) made = Read(sql, *sockets);
    bool keeps = made->size() <= max_cached_;
    if (keeps) made->shrink_to_fit();
    List list = std::make_shared<const std::string>(*std::move(made));
    absl::MutexLock lock(&mutex_);
    kept_ = {.list = keeps ? list : nullptr, .stamp = revision.stamp(), .sockets = sockets};
    return list;
  });
}

}  // namespace academy::auth
