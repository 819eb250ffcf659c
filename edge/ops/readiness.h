// GET /readyz: whether every service answers, and which does not.
//
// Thread-safe.
#pragma once

#include "edge/http/exchange.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

// Asks all four services' grpc.health.v1 at once; 200 with every one SERVING, else 503 that names the others. Answers
// within a second.
void ServeReadiness(const Channels& channels, const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
