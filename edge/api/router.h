// Finds the row of the route table for a request.
//
// Immutable after Make, so thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "edge/api/route.h"

namespace academy::edge {

class Router {
 public:
  struct Match {
    // Null when there is none; then `allow` lists the path's other methods, and is empty for an unknown path.
    const Route* route = nullptr;
    std::string allow;
    // Of a row with subpaths: what follows the row's path and its `/`.
    std::string_view rest;
  };

  // INVALID_ARGUMENT duplicate_route when two rows have the same verb and path, invalid_route as ResolveRpc.
  static absl::StatusOr<Router> Make(std::vector<Route> routes);

  Match Find(std::string_view method, std::string_view path) const;

  const std::vector<Route>& routes() const { return *routes_; }

 private:
  Router() = default;
  // Indices into routes_, of one path.
  using Rows = std::vector<const Route*>;

  std::unique_ptr<std::vector<Route>> routes_;
  absl::flat_hash_map<std::string, Rows> by_path_;
};

}  // namespace academy::edge
