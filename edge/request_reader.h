// Reads a request's body and query into the message of an rpc.
//
// Pure; may be called from any thread.
#pragma once

#include "absl/status/status.h"
#include "edge/http/exchange.h"
#include "edge/route.h"

namespace academy::edge {

// UNIMPLEMENTED unsupported_media_type for another content type than the route's; INVALID_ARGUMENT as ReadJson. Moves
// the files of a form out of `request`.
absl::Status ReadRequest(const Route& route, http::Request& request, google::protobuf::Message& message);

}  // namespace academy::edge
