// Finds the row of the route table that a request matches.
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
    // Null when no row matches; then `allow` lists the methods that the path does have, and is empty for an unknown
    // path.
    const Route* route = nullptr;
    std::string allow;
    // For a row with subpaths: what follows the row's path and `/`. Points into the path given to Find.
    std::string_view rest;
  };

  // INVALID_ARGUMENT duplicate_route when two rows have the same verb and path, invalid_route as in ResolveRpc.
  static absl::StatusOr<Router> Make(std::vector<Route> routes);

  Match Find(std::string_view method, std::string_view path) const;

  const std::vector<Route>& routes() const { return *routes_; }

 private:
  Router() = default;
  // The rows of one path; they point into routes_.
  using Rows = std::vector<const Route*>;

  std::unique_ptr<std::vector<Route>> routes_;
  absl::flat_hash_map<std::string, Rows> by_path_;
};

}  // namespace academy::edge
