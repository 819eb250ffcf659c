// How each call fails, as OpenAPI responses.
//
// Not thread-safe; used only while the document is built.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "edge/api/openapi/comments.h"
#include "edge/api/openapi/schemas.h"
#include "edge/api/route.h"

namespace academy::edge {

// A call's failure codes by HTTP status, in the order in which they were added.
using Failures = std::map<int, std::vector<std::string>>;

// The failures that any call with these properties may return in addition to its own.
Failures CommonFailures(Access access, bool takes_body);

// Adds those of a call that may carry an Idempotency-Key.
void AddKeyFailures(Failures& failures);

// Adds the errors that an rpc's comment lists.
void AddListed(const std::vector<ListedError>& errors, Failures& failures);

// Adds a response for each status to `responses`: a reference to a shared response if it has exactly that response's
// codes. `success_flag` as in Route.
void AppendResponses(const Failures& failures, bool success_flag, Json& responses);

// Adds to the response of `changed_meanwhile`, if there is one, that it has a `result` of this schema.
void AddResult(const Failures& failures, Json schema, Json& responses);

// The document's components/responses and components/headers, and the schemas of failures.
Json SharedResponses();
Json SharedHeaders();
// The header Idempotency-Key.
Json KeyParameter();
Json FailureSchemas();

}  // namespace academy::edge
