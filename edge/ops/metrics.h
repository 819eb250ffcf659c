// GET /metrics: the metrics of all processes on one page.
//
// Thread-safe.
#pragma once

#include <memory>

#include "edge/http/exchange.h"
#include "edge/upstream/channels.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Answers with `own` and with the metrics of every service that answers within a second; `academy_up` says which did.
// `identity` is the edge's own, as a service. `own` must outlive the answer.
void ServeMetrics(const Channels& channels, Metrics& own, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
