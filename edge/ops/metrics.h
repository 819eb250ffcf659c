// The page of all processes' metrics.
//
// Thread-safe.
#pragma once

#include <memory>

#include "edge/http/exchange.h"
#include "edge/upstream/channels.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// GET /metrics: `own` and what every service tells, within a second; `academy_up` says who answered. `identity` is the
// edge's as a service.
void ServeMetrics(const Channels& channels, Metrics& own, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
