// The OpenAPI 3.1 document of the public API: base.json, and one operation for each row of the route table, made from
// its rpc's descriptors and comments.
//
// Pure; may be called from any thread.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "edge/api/openapi/comments.h"
#include "edge/api/openapi/schemas.h"
#include "edge/api/route.h"

namespace academy::edge {

// INTERNAL undescribed_route for a row that neither an rpc nor base.json describes; INTERNAL duplicate_operation or
// duplicate_schema for a name used twice; NOT_FOUND unknown_rpc for an rpc whose proto is not embedded.
absl::StatusOr<Json> MakeOpenApi(const std::vector<Route>& routes, const Comments& comments);

}  // namespace academy::edge
