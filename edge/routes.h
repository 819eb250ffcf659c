// The public API, whole.
#pragma once

#include <vector>

#include "edge/route.h"

namespace academy::edge {

// Every documented call, one row each (docs: the REST contract). Pure.
std::vector<Route> Routes();

}  // namespace academy::edge
