// GET /readyz: whether every service is ready, and which is not.
//
// Thread-safe.
#pragma once

#include "edge/http/exchange.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

// Asks grpc.health.v1 of all four services at once. Answers within a second: 200 if all are SERVING, else 503 naming as
// `missing` those that are not. Those of them that did not answer at all are `silent` too: they may hang, while one
// that answers knows what is the matter.
void ServeReadiness(const Channels& channels, const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
