// The whole public API.
#pragma once

#include <string>
#include <vector>

#include "edge/api/route.h"

namespace academy::edge {

// Every documented call, one row each (docs/rest-api.md). Pure.
std::vector<Route> Routes();

// The table for other programs: a JSON list of `{"verb", "path", "access": "public"|"manager"|"learner",
// "role": the least role of a manager or "", "success":
// status, "body": "json"|"form"|"csv", "subpaths": true|false}`, one row per line, in the table's order.
std::string RoutesAsJson(const std::vector<Route>& routes);

}  // namespace academy::edge
