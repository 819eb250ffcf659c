#include "services/enrollment/assignments/bulk/expiry_changes.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "services/enrollment/assignments/assignment_store.h"

namespace academy::enrollment {
namespace {

// The key of changes that one statement can make: assignments of one course with one window, which get one expiry.
auto GroupOf(const ExpiryChange& change) {
  return std::tie(change.key.course_id, change.from.expiry, change.from.start, change.expiry);
}

// Sorted changes with their records, prepared before the transaction, which blocks all other writers.
struct Batch {
  std::vector<ExpiryChange> changes;
  // By position in `changes`.
  std::vector<std::string> events;
  std::vector<std::string> entries;
  std::unordered_map<std::string_view, size_t> position_of;
};

Batch Prepare(const WriteDeps& deps, const AuditContext& context, std::vector<ExpiryChange> changes) {
  Batch batch{.changes = std::move(changes), .events = {}, .entries = {}, .position_of = {}};
  // Latest first: when all expiries move by some days, no assignment gets a window that is still to be changed.
  std::sort(batch.changes.begin(), batch.changes.end(),
            [](const ExpiryChange& a, const ExpiryChange& b) { return GroupOf(a) > GroupOf(b); });
  for (size_t i = 0; i < batch.changes.size(); ++i) {
    const ExpiryChange& change = batch.changes[i];
    Window window{.start = change.from.start, .expiry = change.expiry};
    batch.position_of[change.id] = i;
    batch.events.push_back(AssignmentEvent(change.id, /*removed=*/false));
    batch.entries.push_back(deps.audit.Prepare(
        context.caller, AssignmentEntry(context, "assignment.dates_changed", change.id, change.key, window)));
  }
  return batch;
}

// Changes the group at positions [begin, end) and returns the positions of those that still had their window.
std::vector<size_t> ChangeGroup(soci::session& sql, const Batch& batch, size_t begin, size_t end, UnixMillis now) {
  const ExpiryChange& group = batch.changes[begin];
  std::vector<std::string> ids = ListAssignmentIds(sql, group.key.course_id, group.from);
  std::vector<size_t> chosen;
  for (const std::string& id : ids) {
    auto position = batch.position_of.find(id);
    bool in_group = position != batch.position_of.end() && position->second >= begin && position->second < end;
    if (in_group) chosen.push_back(position->second);
  }
  if (chosen.size() == ids.size()) {
    SetExpiryOfWindow(sql, group.key.course_id, group.from, group.expiry, now);
  } else {
    for (size_t i : chosen) SetAssignmentExpiry(sql, batch.changes[i].id, group.expiry, now);
  }
  return chosen;
}

}  // namespace

absl::StatusOr<int> ChangeExpiries(const WriteDeps& deps, const AuditContext& context,
                                   std::vector<ExpiryChange> changes) {
  Batch batch = Prepare(deps, context, std::move(changes));
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<int> {
    UnixMillis now = deps.clock.Now();
    std::vector<std::string> events;
    std::vector<std::string> entries;
    for (size_t begin = 0, end = 0; begin < batch.changes.size(); begin = end) {
      while (end < batch.changes.size() && GroupOf(batch.changes[end]) == GroupOf(batch.changes[begin])) ++end;
      for (size_t i : ChangeGroup(tx.sql(), batch, begin, end, now)) {
        events.push_back(batch.events[i]);
        entries.push_back(batch.entries[i]);
      }
    }
    deps.feed.AppendAll(tx, events);
    deps.audit.AddPrepared(tx, entries);
    return static_cast<int>(events.size());
  });
}

}  // namespace academy::enrollment
