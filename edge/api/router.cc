#include "edge/api/router.h"

#include <utility>

#include "services/platform/base/status.h"

namespace academy::edge {

absl::StatusOr<Router> Router::Make(std::vector<Route> routes) {
  Router router;
  router.routes_ = std::make_unique<std::vector<Route>>(std::move(routes));
  for (Route& route : *router.routes_) {
    if (route.local == LocalHandler::kNone) RETURN_IF_ERROR(ResolveRpc(route));
    Rows& rows = router.by_path_[route.path];
    for (const Route* other : rows) {
      if (other->verb == route.verb) {
        return Error(absl::StatusCode::kInvalidArgument, "duplicate_route",
                     "two routes for " + std::string(VerbText(route.verb)) + " " + route.path);
      }
    }
    rows.push_back(&route);
  }
  return router;
}

Router::Match Router::Find(std::string_view method, std::string_view path) const {
  Match match;
  auto found = by_path_.find(absl::string_view(path.data(), path.size()));
  bool below = found == by_path_.end();
  if (below) {
    // A row with subpaths matches one more segment.
    size_t slash = path.rfind('/');
    if (slash == path.npos || slash + 1 == path.size()) return match;
    found = by_path_.find(absl::string_view(path.data(), slash));
    if (found == by_path_.end()) return match;
    match.rest = path.substr(slash + 1);
  }
  const Route* get = nullptr;
  for (const Route* route : found->second) {
    if (below && !route->subpaths) continue;
    if (VerbText(route->verb) == method) {
      match.route = route;
      return match;
    }
    if (route->verb == Verb::kGet) get = route;
    if (!match.allow.empty()) match.allow += ", ";
    match.allow += VerbText(route->verb);
  }
  if (method == "HEAD" && get != nullptr) match.route = get;
  if (get != nullptr) match.allow += ", HEAD";
  return match;
}

}  // namespace academy::edge
