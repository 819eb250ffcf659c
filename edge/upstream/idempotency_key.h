// The header Idempotency-Key, on its way from a client to a service. What it does: services/platform/idempotency.
//
// All functions are thread-safe.
#pragma once

#include <grpcpp/client_context.h>

#include <string>

#include "absl/status/statusor.h"
#include "edge/http/exchange.h"

namespace academy::edge {

// Returns the key of a request; empty if it has none. INVALID_ARGUMENT idempotency_key_invalid if it is none.
absl::StatusOr<std::string> IdempotencyKeyOf(const http::Request& request);

// Adds a key to a call, unless it is empty.
void AddIdempotencyKey(grpc::ClientContext& context, const std::string& key);

// Whether the service answered the call, which has ended, with the first answer to its key.
bool IsReplayed(const grpc::ClientContext& context);
// Says so to the client.
void MarkReplayed(http::Response& answer);

}  // namespace academy::edge
