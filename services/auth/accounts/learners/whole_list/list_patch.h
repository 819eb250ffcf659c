// Changes a serialized list of learners row by row: a list that differs in a few rows costs a copy instead of a query.
//
// Pure and thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace academy::auth {

// Rows are serialized: a field `result` of ListLearnersResponse, tag included, as AppendLearner writes it. Rows of the
// list are named by their learner's id.
struct ListPatch {
  absl::flat_hash_set<std::string> removed;
  // Rows that stay where they are with another content.
  absl::flat_hash_map<std::string, std::string> replaced;
  // New rows, in order: before a row that is not removed, and after all rows.
  absl::flat_hash_map<std::string, std::vector<std::string>> before;
  std::vector<std::string> last;
};

// Returns the serialized ListLearnersResponse `wire` with the changes of `patch`. A removed row need not be there.
// Nullopt if a row of `replaced` or `before` is not there, or if `wire` is not what AllLearners writes.
std::optional<std::string> Patched(std::string_view wire, const ListPatch& patch);

// Returns a serialized ListLearnersResponse with these rows and the message that belongs to them.
std::string ListOfRows(std::string rows);

}  // namespace academy::auth
