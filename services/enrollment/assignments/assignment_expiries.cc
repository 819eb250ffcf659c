// AssignmentStore::SetExpiries: thousands of assignments in one transaction.
#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// Where one statement moves all: those of a course that have one window and get one expiry.
auto GroupOf(const ExpiryChange& change) {
  return std::tie(change.key.course_id, change.from.expiry, change.from.start, change.expiry);
}

// The statements of one SetExpiries, prepared once.
class Moving {
 public:
  Moving(Transaction& tx, UnixMillis now)
      : now_(now),
        find_((tx.sql().prepare << "SELECT id FROM assignments"
                                   " WHERE course_id = :course AND expiry_ms = :before AND start_ms = :start",
               soci::use(course_), soci::use(before_), soci::use(start_), soci::into(id_))),
        move_all_((tx.sql().prepare << "UPDATE assignments SET expiry_ms = :expiry, updated_at = :now"
                                       " WHERE course_id = :course AND expiry_ms = :before AND start_ms = :start",
                   soci::use(expiry_), soci::use(now_), soci::use(course_), soci::use(before_), soci::use(start_))),
        move_one_((tx.sql().prepare << "UPDATE assignments SET expiry_ms = :expiry, updated_at = :now WHERE id = :id",
                   soci::use(expiry_), soci::use(now_), soci::use(id_))) {}

  // The ids of those that have the window which `group` is about.
  std::vector<std::string> Find(const ExpiryChange& group) {
    course_ = group.key.course_id;
    before_ = group.from.expiry;
    start_ = group.from.start;
    expiry_ = group.expiry;
    std::vector<std::string> ids;
    find_.execute();
    while (find_.fetch()) ids.push_back(id_);
    return ids;
  }
  // Moves all that Find found.
  void MoveAll() { move_all_.execute(/*withDataExchange=*/true); }
  void MoveOne(const std::string& id) {
    id_ = id;
    move_one_.execute(/*withDataExchange=*/true);
  }

 private:
  long long now_;
  long long expiry_ = 0;
  long long before_ = 0;
  long long start_ = 0;
  std::string course_;
  std::string id_;
  // They refer to all of the above.
  soci::statement find_;
  soci::statement move_all_;
  soci::statement move_one_;
};

}  // namespace

absl::StatusOr<int> AssignmentStore::SetExpiries(const AuditContext& audit, std::vector<ExpiryChange> changes) {
  // One transaction, however many they are: an error has to mean that nothing changed, since whoever repeats the call
  // adds its days once more. Nobody else writes while it is open: what can be done before it is.
  //
  // The latest first: where all move by some days, none comes to a window from which others have yet to go.
  std::sort(changes.begin(), changes.end(),
            [](const ExpiryChange& a, const ExpiryChange& b) { return GroupOf(a) > GroupOf(b); });
  std::unordered_map<std::string_view, size_t> places;
  std::vector<std::string> told;
  std::vector<std::string> audited;
  for (size_t i = 0; i < changes.size(); ++i) {
    const ExpiryChange& change = changes[i];
    places[change.id] = i;
    told.push_back(AssignmentEvent(change.id, /*removed=*/false));
    audited.push_back(audit_.Prepare(audit.caller, AssignmentEntry(audit, "assignment.dates_changed", change.id,
                                                                   change.key, {change.from.start, change.expiry})));
  }
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<int> {
    Moving statements(tx, clock_.Now());
    std::vector<std::string> events;
    std::vector<std::string> entries;
    for (size_t begin = 0, end = 0; begin < changes.size(); begin = end) {
      while (end < changes.size() && GroupOf(changes[end]) == GroupOf(changes[begin])) ++end;
      std::vector<std::string> ids = statements.Find(changes[begin]);
      std::vector<size_t> chosen;
      for (const std::string& id : ids) {
        auto place = places.find(id);
        if (place != places.end() && place->second >= begin && place->second < end) chosen.push_back(place->second);
      }
      if (chosen.size() == ids.size()) {
        statements.MoveAll();
      } else {
        for (size_t i : chosen) statements.MoveOne(changes[i].id);
      }
      for (size_t i : chosen) {
        events.push_back(std::move(told[i]));
        entries.push_back(std::move(audited[i]));
      }
    }
    feed_.AppendAll(tx, events);
    audit_.AddPrepared(tx, entries);
    return static_cast<int>(events.size());
  });
}

}  // namespace academy::enrollment
