// Paging of lists that join data of two services: a page is a range of an ordered list of ids.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/date_column.h"

namespace academy::enrollment {

// Which of the two lists is requested.
enum class Side { kBoth, kAssigned, kUnassigned };

// The paging fields of a request. Without any of them the lists are whole.
struct ListQuery {
  bool paged = false;
  std::string search;
  // As given, with a leading `-` for descending; empty for the default order.
  std::string sort;
  int limit = 0;
  std::string cursor;
  std::optional<bool> active;
  std::optional<AccessState> state;
  Side side = Side::kBoth;
};

// The paging fields of a request; null or nullopt if absent. ReadListFields returns INVALID_ARGUMENT validation_failed
// with the refused fields.
struct ListFields {
  const std::string* search = nullptr;
  const std::string* sort = nullptr;
  std::optional<int> limit;
  const std::string* cursor = nullptr;
  std::optional<bool> active;
  const std::string* state = nullptr;
  const std::string* list = nullptr;
};
absl::StatusOr<ListQuery> ReadListFields(const ListFields& fields);

template <typename Request>
absl::StatusOr<ListQuery> ReadListQuery(const Request& request) {
  ListFields fields;
  if (request.has_search()) fields.search = &request.search();
  if (request.has_sort()) fields.sort = &request.sort();
  if (request.has_limit()) fields.limit = request.limit();
  if constexpr (requires { request.cursor(); }) {
    if (request.has_cursor()) fields.cursor = &request.cursor();
    if (request.has_state()) fields.state = &request.state();
    if (request.has_list()) fields.list = &request.list();
  }
  if constexpr (requires { request.active(); }) {
    if (request.has_active()) fields.active = request.active();
  }
  return ReadListFields(fields);
}

// Parses `upcoming`, `active` or `expired`; nullopt for any other word.
std::optional<AccessState> ReadState(std::string_view word);

// Parses an order by the assignment's own dates; nullopt if `sort` is an order of learners or courses.
std::optional<std::pair<DateColumn, /*descending=*/bool>> ReadDateOrder(std::string_view sort);

struct Page {
  // Positions in the list of ids.
  size_t begin = 0;
  size_t end = 0;
  // Absent on the last page.
  std::optional<std::string> next_cursor;
};

// A place in a list that is read in portions: how the portion is asked for, and what of it was shown.
struct WalkPlace {
  std::string portion;
  size_t offset = 0;
  std::string last_id;
};
std::string WalkCursor(const ListQuery& query, std::string_view list, const WalkPlace& place);
// Returns the place that the query's cursor says, the beginning without one; INVALID_ARGUMENT validation_failed for
// another list's cursor.
absl::StatusOr<WalkPlace> ReadWalkPlace(const ListQuery& query, std::string_view list);
// Returns where what follows `last_id` begins, which was before `offset`, if the ids have not changed.
size_t PositionAfter(const std::vector<std::string>& ids, size_t offset, const std::string& last_id);

// Returns the page that `query` requests. The cursor contains the last id of the previous page, so that ids added or
// removed meanwhile do not shift the page. `list` identifies the list; another list's cursor is INVALID_ARGUMENT
// validation_failed.
absl::StatusOr<Page> PageOf(const std::vector<std::string>& ids, const ListQuery& query, std::string_view list);

}  // namespace academy::enrollment
