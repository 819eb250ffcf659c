#include "services/enrollment/assignments/lists/paging.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::enrollment {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 1000;
constexpr size_t kMaxCursorSize = 8192;

struct Place {
  size_t offset = 0;
  std::string last_id;
};

std::string Tag(const ListQuery& query, std::string_view list) { return std::string(list) + " " + query.sort; }

// <list and order>\n<offset>\n<id>
std::string MakeCursor(const ListQuery& query, std::string_view list, const Place& place) {
  return Base64Url(Tag(query, list) + "\n" + std::to_string(place.offset) + "\n" + place.last_id);
}

std::optional<Place> ReadCursor(const ListQuery& query, std::string_view list) {
  std::string raw;
  if (query.cursor.size() > kMaxCursorSize || !Base64Decode(query.cursor, raw)) return std::nullopt;
  size_t tag = raw.find('\n');
  size_t number = tag == raw.npos ? raw.npos : raw.find('\n', tag + 1);
  if (number == raw.npos || raw.substr(0, tag) != Tag(query, list)) return std::nullopt;
  Place place;
  auto [end, error] = std::from_chars(raw.data() + tag + 1, raw.data() + number, place.offset);
  if (error != std::errc() || end != raw.data() + number) return std::nullopt;
  place.last_id = raw.substr(number + 1);
  return place;
}

absl::Status BadCursor() { return ValidationError({{"cursor", "invalid", "The cursor is not valid"}}); }

}  // namespace

size_t PositionAfter(const std::vector<std::string>& ids, size_t offset, const std::string& last_id) {
  if (offset > 0 && offset <= ids.size() && ids[offset - 1] == last_id) return offset;
  auto found = std::find(ids.begin(), ids.end(), last_id);
  if (found != ids.end()) return static_cast<size_t>(found - ids.begin()) + 1;
  // The last id itself was removed, so the ids after it moved up by at least one.
  return std::min(offset > 0 ? offset - 1 : 0, ids.size());
}

std::string WalkCursor(const ListQuery& query, std::string_view list, const WalkPlace& place) {
  return MakeCursor(query, std::string(list) + " portions",
                    {.offset = place.offset, .last_id = place.last_id + "\n" + place.portion});
}

absl::StatusOr<WalkPlace> ReadWalkPlace(const ListQuery& query, std::string_view list) {
  if (query.cursor.empty()) return WalkPlace();
  std::optional<Place> read = ReadCursor(query, std::string(list) + " portions");
  size_t end = read.has_value() ? read->last_id.find('\n') : std::string::npos;
  if (end == std::string::npos) return BadCursor();
  return WalkPlace{
      .portion = read->last_id.substr(end + 1), .offset = read->offset, .last_id = read->last_id.substr(0, end)};
}

std::optional<AccessState> ReadState(std::string_view word) {
  for (AccessState state : {AccessState::kUpcoming, AccessState::kActive, AccessState::kExpired}) {
    if (word == AccessStateName(state)) return state;
  }
  return std::nullopt;
}

absl::StatusOr<ListQuery> ReadListFields(const ListFields& fields) {
  std::vector<FieldViolation> refused;
  ListQuery query;
  query.paged = fields.search != nullptr || fields.sort != nullptr || fields.limit.has_value() ||
                fields.cursor != nullptr || fields.active.has_value() || fields.state != nullptr ||
                fields.list != nullptr;
  if (!query.paged) return query;
  if (fields.search != nullptr) query.search = *fields.search;
  if (fields.sort != nullptr) query.sort = *fields.sort;
  if (fields.cursor != nullptr) query.cursor = *fields.cursor;
  query.active = fields.active;
  query.limit = fields.limit.value_or(kDefaultLimit);
  if (query.limit < 1 || query.limit > kMaxLimit) {
    refused.push_back({"limit", "out_of_range", "The limit is 1 to 1000"});
  }
  if (fields.state != nullptr && !fields.state->empty()) {
    query.state = ReadState(*fields.state);
    if (!query.state.has_value()) refused.push_back({"state", "unknown", "The state is not known"});
  }
  if (fields.list != nullptr && !fields.list->empty()) {
    query.side = *fields.list == "assigned" ? Side::kAssigned : Side::kUnassigned;
    if (*fields.list != "assigned" && *fields.list != "unassigned") {
      refused.push_back({"list", "unknown", "The list is assigned or unassigned"});
    }
  }
  if (!refused.empty()) return ValidationError(std::move(refused));
  return query;
}

std::optional<std::pair<DateColumn, bool>> ReadDateOrder(std::string_view sort) {
  bool descending = sort.starts_with('-');
  if (descending) sort.remove_prefix(1);
  constexpr std::array<std::pair<std::string_view, DateColumn>, 3> kOrders = {
      {{"startDate", DateColumn::kStart}, {"expiryDate", DateColumn::kExpiry}, {"assignedAt", DateColumn::kAssigned}}};
  for (const auto& [name, order] : kOrders) {
    if (name == sort) return std::pair(order, descending);
  }
  return std::nullopt;
}

absl::StatusOr<Page> PageOf(const std::vector<std::string>& ids, const ListQuery& query, std::string_view list) {
  Page page;
  if (!query.cursor.empty()) {
    std::optional<Place> place = ReadCursor(query, list);
    if (!place.has_value()) return BadCursor();
    page.begin = PositionAfter(ids, place->offset, place->last_id);
  }
  page.end = std::min(ids.size(), page.begin + static_cast<size_t>(query.limit));
  if (page.end < ids.size()) {
    page.next_cursor = MakeCursor(query, list, {.offset = page.end, .last_id = ids[page.end - 1]});
  }
  return page;
}

}  // namespace academy::enrollment
