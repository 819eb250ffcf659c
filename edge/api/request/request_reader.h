// Reads a request's body and query into the message of an rpc.
//
// Pure; may be called from any thread.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "edge/api/route.h"
#include "edge/http/exchange.h"
#include "edge/http/form_reader.h"

namespace academy::edge {

// Reads the JSON body and, if the route allows it, the query. UNIMPLEMENTED unsupported_media_type unless the content
// type is JSON; INVALID_ARGUMENT as in ReadJson.
absl::Status ReadRequest(const Route& route, const http::Request& request, google::protobuf::Message& message);

// Fills the fields named by the parts. INVALID_ARGUMENT as in ReadJson.
absl::Status ReadFormParts(std::vector<http::FormPart> parts, google::protobuf::Message& message);

}  // namespace academy::edge
