// The lines of the log of slow requests: JSON, which says where a request's time went (docs/operations.md lists the
// fields).
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <vector>

#include "edge/http/served.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Of a request that was answered `at`, and the long calls that were made for it. Has no path, and nothing of the
// client's but the method.
void AppendSlowLine(std::string& text, UnixMillis at, const http::Served& served, const std::vector<LongCall>& calls);

}  // namespace academy::edge
