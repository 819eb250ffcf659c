// Pages of lists that are put together of what two services know: one is an ordered list of ids, cut.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/access.h"

namespace academy::enrollment {

// Which of the two sides of a list is asked for.
enum class Side { kBoth, kAssigned, kUnassigned };

// What a request says of paging; whole lists without any of it.
struct ListQuery {
  bool paged = false;
  std::string search;
  // As it was given, with `-` before it for descending; empty for the list's own order.
  std::string sort;
  int limit = 0;
  std::string cursor;
  std::optional<bool> active;
  std::optional<AccessState> state;
  Side side = Side::kBoth;
};

// The fields of a request by name, as far as it has them; INVALID_ARGUMENT validation_failed naming the field.
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

// `upcoming`, `active` or `expired`; nothing for another word.
std::optional<AccessState> ReadState(std::string_view word);

// An order by an assignment's own dates; nothing where `sort` is the learner's or the course's.
enum class DateOrder { kStart, kExpiry, kAssigned };
std::optional<std::pair<DateOrder, /*descending=*/bool>> ReadDateOrder(std::string_view sort);

struct Page {
  // Into the list of ids.
  size_t begin = 0;
  size_t end = 0;
  // Absent at the list's end.
  std::optional<std::string> next_cursor;
};

// The page that `query` asks for. The cursor names the last id of the page before, so that a page begins where that one
// ended although ids came and went; `list` tells lists apart. INVALID_ARGUMENT validation_failed for another's cursor.
absl::StatusOr<Page> PageOf(const std::vector<std::string>& ids, const ListQuery& query, std::string_view list);

}  // namespace academy::enrollment
