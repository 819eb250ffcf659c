// The OpenAPI 3.1 document of the public API: base.json, and one operation for each row of the route table, made of the
// descriptors and comments of its rpc.
//
// Pure; may be called from any thread.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "edge/api/openapi/comments.h"
#include "edge/api/openapi/schemas.h"
#include "edge/api/route.h"

namespace academy::edge {

// INTERNAL undescribed_route for a row that neither an rpc nor base.json describes, duplicate_operation and
// duplicate_schema for names that would stand twice; NOT_FOUND unknown_rpc for protos that were not embedded.
absl::StatusOr<Json> MakeOpenApi(const std::vector<Route>& routes, const Comments& comments);

}  // namespace academy::edge
