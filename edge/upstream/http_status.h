// Maps a service's status to an HTTP answer.
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

// Passes a service's own status on; gRPC's own failures (no connection, too late) get a message for people.
absl::Status FromService(const grpc::Status& status);

// The failure in the REST contract's shape, with Retry-After or WWW-Authenticate where the status calls for them. With
// `success_flag`, also `success: false` and `msg`; with `result`, which is JSON, also `result`.
http::Response FailureOf(const absl::Status& status, std::string_view request_id, bool success_flag = false,
                         std::string_view result = {});

}  // namespace academy::edge
