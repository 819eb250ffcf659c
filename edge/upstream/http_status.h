// How a service's status looks to an HTTP client.
//
// Pure; may be called from any thread.
#pragma once

#include <grpcpp/support/status.h>

#include <string_view>

#include "absl/status/status.h"
#include "edge/http/exchange.h"

namespace academy::edge {

// 401 for UNAUTHENTICATED, 422 for INVALID_ARGUMENT (400 where the text itself was unreadable), ...
int HttpStatusOf(const absl::Status& status);

// A service's own status is passed on; what gRPC itself says (no connection, too late) gets a text for people.
absl::Status FromService(const grpc::Status& status);

// The failure shape of the REST contract, with Retry-After and WWW-Authenticate where they belong. With
// `success_flag`, `success: false` and `msg` too.
http::Response FailureOf(const absl::Status& status, std::string_view request_id, bool success_flag = false);

}  // namespace academy::edge
