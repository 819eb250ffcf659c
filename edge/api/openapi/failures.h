// How each call fails, as OpenAPI responses.
//
// Not thread-safe; used while the document is made.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "edge/api/openapi/comments.h"
#include "edge/api/openapi/schemas.h"
#include "edge/api/route.h"

namespace academy::edge {

// The codes of a call's failures, by HTTP status, in the order they are named.
using Failures = std::map<int, std::vector<std::string>>;

// What any call with these properties may fail with before and beside its own errors.
Failures CommonFailures(Access access, bool takes_body);

// Adds the errors that an rpc itself names.
void AddListed(const std::vector<ListedError>& errors, Failures& failures);

// Adds a response for each status to `responses`: a reference to a shared one where the codes are the usual ones.
// `success_flag` as in Route.
void AppendResponses(const Failures& failures, bool success_flag, Json& responses);

// components/responses, components/headers and the schemas of the failure shape.
Json SharedResponses();
Json SharedHeaders();
Json FailureSchemas();

}  // namespace academy::edge
