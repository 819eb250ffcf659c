// The lines of the access log: JSON, one for each answered request (docs/operations.md lists the fields).
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>

#include "edge/http/served.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

// The path without secrets: the token of a playback address, and any other segment long enough to be a token, is
// replaced by `-`.
std::string ServedPath(std::string_view path);

// Of a request whose answer was sent `at`.
void AppendAccessLine(std::string& text, UnixMillis at, const http::Served& served);

}  // namespace academy::edge
