#include "services/enrollment/assignments/lists/course_page.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/assignments/assignment_store.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

using Ids = std::vector<std::string>;
using Assignments = std::vector<AssignmentRecord>;

constexpr std::string_view kAssigned = "assigned";
constexpr std::string_view kUnassigned = "unassigned";

Ids Cut(const Ids& ids, const Page& page) {
  return {ids.begin() + static_cast<std::ptrdiff_t>(page.begin), ids.begin() + static_cast<std::ptrdiff_t>(page.end)};
}

// The beginning of a list that is not paged itself.
Ids Beginning(Ids ids, int limit) {
  ids.resize(std::min(ids.size(), static_cast<size_t>(limit)));
  return ids;
}

}  // namespace

LearnerFilter CoursePage::Filter() const {
  // auth cannot sort by the dates of assignments.
  return {query_.search, ReadDateOrder(query_.sort).has_value() ? "" : query_.sort, query_.active};
}

absl::Status CoursePage::LoadAmong(const Ids& learner_ids) {
  ASSIGN_OR_RETURN(Assignments found, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Assignments> {
    return ListAssignmentsAmong(sql, course_id_, learner_ids);
  }));
  for (AssignmentRecord& each : found) assignments_[each.learner_id] = std::move(each);
  return absl::OkStatus();
}

absl::Status CoursePage::LoadAll() {
  ASSIGN_OR_RETURN(Assignments found, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Assignments> {
    return ListAssignmentsOfCourse(sql, course_id_);
  }));
  for (AssignmentRecord& each : found) assignments_[each.learner_id] = std::move(each);
  return absl::OkStatus();
}

bool CoursePage::IsShown(const std::string& learner_id) const {
  auto found = assignments_.find(learner_id);
  if (found == assignments_.end()) return false;
  return !query_.state.has_value() || DecideAccess(found->second.window, now_) == *query_.state;
}

absl::StatusOr<int64_t> CoursePage::Assigned() {
  if (assigned_.has_value()) return *assigned_;
  ASSIGN_OR_RETURN(assigned_, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
    return CountAssignmentsOfCourse(sql, course_id_, query_.state, now_);
  }));
  return *assigned_;
}

Ids CoursePage::ByDate() const {
  auto order = ReadDateOrder(query_.sort);
  std::vector<const AssignmentRecord*> sorted;
  for (const auto& [id, assignment] : assignments_) sorted.push_back(&assignment);
  std::sort(sorted.begin(), sorted.end(), [&](const AssignmentRecord* a, const AssignmentRecord* b) {
    auto key = [&](const AssignmentRecord& each) {
      return std::pair(DateOf(each, order->first), std::string_view(each.id));
    };
    return order->second ? key(*b) < key(*a) : key(*a) < key(*b);
  });
  Ids ids;
  for (const AssignmentRecord* each : sorted) ids.push_back(each->learner_id);
  return ids;
}

absl::StatusOr<Shown> CoursePage::Find() {
  const bool by_date = ReadDateOrder(query_.sort).has_value();
  if (query_.side == Side::kAssigned && (by_date || !everybody())) {
    ASSIGN_OR_RETURN(int64_t assigned, Assigned());
    // Of nobody, auth would not be asked, who knows whether the request is valid.
    if (assigned > 0 && assigned <= static_cast<int64_t>(MostAssigned())) {
      absl::StatusOr<Shown> page = CutAssigned();
      const bool too_many = assigned > static_cast<int64_t>(sizes_.searched_before);
      if (!absl::IsInvalidArgument(page.status()) || everybody() || !too_many) return page;
      searched_ = sizes_.searched_before;
    }
    // Whoever is assigned need not be looked up in auth's list if that neither chooses nor sorts.
    if (everybody()) return WalkDates();
  }
  ASSIGN_OR_RETURN(IdPage found, deps_.auth.ListIds(caller_, Filter(), "", static_cast<int>(sizes_.portion)));
  if (found.next.has_value() && !found.total_at_least && found.total <= static_cast<int64_t>(sizes_.found)) {
    ASSIGN_OR_RETURN(found, deps_.auth.ListIds(caller_, Filter(), "", static_cast<int>(sizes_.found)));
  }
  if (!found.next.has_value()) return CutFound(found.ids);

  Shown shown;
  if (query_.side != Side::kUnassigned) {
    ASSIGN_OR_RETURN(int64_t assigned, Assigned());
    absl::StatusOr<Shown> page = assigned <= static_cast<int64_t>(MostAssigned()) ? CutAssigned()
                                 : by_date                                        ? WalkDates()
                                                                                  : WalkLearners(true, found);
    RETURN_IF_ERROR(page.status());
    shown = *std::move(page);
    if (query_.side == Side::kAssigned) return shown;
  }
  ListQuery others = query_;
  others.side = Side::kUnassigned;
  // Beside the other side only its beginning is shown.
  if (query_.side == Side::kBoth) others.cursor.clear();
  CoursePage rest(deps_, caller_, course_id_, others, sizes_);
  ASSIGN_OR_RETURN(Shown unassigned, rest.WalkLearners(false, found));
  if (query_.side == Side::kUnassigned) return unassigned;
  shown.unassigned = std::move(unassigned.unassigned);
  return shown;
}

absl::StatusOr<Shown> CoursePage::CutFound(const Ids& found) {
  RETURN_IF_ERROR(LoadAmong(found));
  Ids assigned;
  Ids unassigned;
  for (const std::string& id : found) {
    if (!assignments_.contains(id)) {
      unassigned.push_back(id);
    } else if (IsShown(id)) {
      assigned.push_back(id);
    }
  }
  if (ReadDateOrder(query_.sort).has_value()) {
    assigned = ByDate();
    std::erase_if(assigned, [&](const std::string& id) { return !IsShown(id); });
  }
  const bool pages_others = query_.side == Side::kUnassigned;
  const Ids& paged = pages_others ? unassigned : assigned;
  ASSIGN_OR_RETURN(Page page, PageOf(paged, query_, pages_others ? kUnassigned : kAssigned));
  Shown shown;
  (pages_others ? shown.unassigned : shown.assigned) = Cut(paged, page);
  shown.next_cursor = std::move(page.next_cursor);
  shown.total = static_cast<int64_t>(paged.size());
  if (query_.side == Side::kBoth) shown.unassigned = Beginning(std::move(unassigned), query_.limit);
  return shown;
}

absl::StatusOr<Shown> CoursePage::CutAssigned() {
  const bool by_date = ReadDateOrder(query_.sort).has_value();
  Ids ids;
  if (by_date && everybody()) {
    RETURN_IF_ERROR(LoadAll());
    ids = ByDate();
    std::erase_if(ids, [&](const std::string& id) { return !IsShown(id); });
  } else {
    ASSIGN_OR_RETURN(Ids assigned, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Ids> {
      return ListLearnersOfCourse(sql, course_id_, query_.state, now_);
    }));
    // Some may have been assigned since they were counted.
    const size_t most = MostAssigned();
    for (size_t begin = 0; begin < assigned.size(); begin += most) {
      auto from = assigned.begin() + static_cast<std::ptrdiff_t>(begin);
      auto to = assigned.begin() + static_cast<std::ptrdiff_t>(std::min(assigned.size(), begin + most));
      ASSIGN_OR_RETURN(Ids some, deps_.auth.ListIdsAmong(caller_, Filter(), {from, to}));
      ids.insert(ids.end(), some.begin(), some.end());
    }
    if (by_date) {
      RETURN_IF_ERROR(LoadAmong(ids));
      ids = ByDate();
    }
  }
  ASSIGN_OR_RETURN(Page page, PageOf(ids, query_, kAssigned));
  Shown shown{.assigned = Cut(ids, page),
              .next_cursor = std::move(page.next_cursor),
              .total = static_cast<int64_t>(ids.size())};
  if (!by_date) {
    RETURN_IF_ERROR(LoadAmong(shown.assigned));
    // Who was unassigned meanwhile is left out.
    std::erase_if(shown.assigned, [&](const std::string& id) { return !assignments_.contains(id); });
  }
  return shown;
}

template <typename Read, typename Keep>
absl::StatusOr<Shown> CoursePage::Walk(bool assigned, Read read, Keep keep) {
  const std::string_view list = assigned ? kAssigned : kUnassigned;
  ASSIGN_OR_RETURN(WalkPlace place, ReadWalkPlace(query_, list));
  Shown shown;
  Ids& ids = assigned ? shown.assigned : shown.unassigned;
  for (int i = 0; i < sizes_.portions && (i == 0 || deps_.clock.Now() - now_ < sizes_.patience); ++i) {
    ASSIGN_OR_RETURN(Portion portion, read(place.portion));
    size_t begin = place.last_id.empty() ? 0 : PositionAfter(portion.ids, place.offset, place.last_id);
    ASSIGN_OR_RETURN(std::unordered_set<std::string> kept,
                     keep(Ids(portion.ids.begin() + static_cast<std::ptrdiff_t>(begin), portion.ids.end())));
    for (size_t at = begin; at < portion.ids.size(); ++at) {
      if (!kept.contains(portion.ids[at])) continue;
      if (ids.size() == static_cast<size_t>(query_.limit)) {
        shown.next_cursor = WalkCursor(query_, list, place);
        return shown;
      }
      ids.push_back(portion.ids[at]);
      place.offset = at + 1;
      place.last_id = portion.ids[at];
    }
    if (!portion.next.has_value()) return shown;
    place = {.portion = *std::move(portion.next)};
  }
  shown.next_cursor = WalkCursor(query_, list, place);
  return shown;
}

absl::StatusOr<Shown> CoursePage::WalkLearners(bool assigned, const IdPage& first) {
  auto read = [&](const std::string& cursor) -> absl::StatusOr<Portion> {
    if (cursor.empty()) return Portion{.ids = first.ids, .next = first.next};
    ASSIGN_OR_RETURN(IdPage page, deps_.auth.ListIds(caller_, Filter(), cursor, static_cast<int>(sizes_.portion)));
    return Portion{.ids = std::move(page.ids), .next = std::move(page.next)};
  };
  auto keep = [&](const Ids& ids) -> absl::StatusOr<std::unordered_set<std::string>> {
    RETURN_IF_ERROR(LoadAmong(ids));
    std::unordered_set<std::string> kept;
    for (const std::string& id : ids) {
      if (assigned ? IsShown(id) : !assignments_.contains(id)) kept.insert(id);
    }
    return kept;
  };
  ASSIGN_OR_RETURN(Shown shown, Walk(assigned, read, keep));
  if (everybody()) {
    // Of the unassigned no state is asked for, so that whoever has the course in any state is subtracted.
    ASSIGN_OR_RETURN(int64_t with_course, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
      return CountAssignmentsOfCourse(sql, course_id_, assigned ? query_.state : std::nullopt, now_);
    }));
    shown.total = assigned ? with_course : std::max<int64_t>(0, first.total - with_course);
  } else {
    shown.total = static_cast<int64_t>(shown.assigned.size() + shown.unassigned.size());
    shown.total_at_least = shown.next_cursor.has_value() || !query_.cursor.empty();
  }
  return shown;
}

// The cursor is `<date> <assignment>`.
absl::StatusOr<CoursePage::Portion> CoursePage::PortionByDate(const std::string& cursor) {
  auto order = ReadDateOrder(query_.sort);
  std::optional<DatePosition> after;
  if (!cursor.empty()) {
    DatePosition position;
    auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), position.date);
    if (error != std::errc() || end == cursor.data() + cursor.size() || *end != ' ') {
      return ValidationError({{"cursor", "invalid", "The cursor is not valid"}});
    }
    position.id = cursor.substr(static_cast<size_t>(end - cursor.data()) + 1);
    after = std::move(position);
  }
  const auto size = sizes_.portion;
  ASSIGN_OR_RETURN(Assignments found, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<Assignments> {
    return ListAssignmentsByDate(sql, course_id_, order->first, order->second, after, static_cast<int>(size));
  }));
  Portion portion;
  if (found.size() == size) {
    portion.next = std::to_string(DateOf(found.back(), order->first)) + " " + found.back().id;
  }
  for (AssignmentRecord& each : found) {
    portion.ids.push_back(each.learner_id);
    assignments_[each.learner_id] = std::move(each);
  }
  return portion;
}

absl::StatusOr<Shown> CoursePage::WalkDates() {
  auto read = [&](const std::string& cursor) { return PortionByDate(cursor); };
  auto keep = [&](Ids ids) -> absl::StatusOr<std::unordered_set<std::string>> {
    std::erase_if(ids, [&](const std::string& id) { return !IsShown(id); });
    if (!everybody()) {
      ASSIGN_OR_RETURN(ids, deps_.auth.ListIdsAmong(caller_, Filter(), ids));
    }
    return std::unordered_set<std::string>(ids.begin(), ids.end());
  };
  ASSIGN_OR_RETURN(Shown shown, Walk(/*assigned=*/true, read, keep));
  if (everybody()) {
    ASSIGN_OR_RETURN(shown.total, Assigned());
  } else {
    shown.total = static_cast<int64_t>(shown.assigned.size());
    shown.total_at_least = shown.next_cursor.has_value() || !query_.cursor.empty();
  }
  return shown;
}

}  // namespace academy::enrollment
