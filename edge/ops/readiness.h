// GET /readyz and GET /readyz/edge: whether the academy, or this edge by itself, is to get requests.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "edge/http/exchange.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

class Readiness {
 public:
  explicit Readiness(Channels channels) : channels_(std::move(channels)) {}

  // From now on every answer is 503 `draining`, at once and without asking the services.
  void StartDrain() { draining_ = true; }

  // GET /readyz, for people and supervisors. Asks grpc.health.v1 of all four services at once. Answers within a
  // second: 200 if all are SERVING, else 503 `not_ready` naming as `missing` those that are not. Those of them that did
  // not answer at all are `silent` too: they may hang, while one that answers knows what is the matter.
  void ServeAcademy(const std::shared_ptr<http::Exchange>& exchange) const;

  // GET /readyz/edge, for balancers. Tells as much, but is 503 only for what another edge may do better: `draining`,
  // and `edge_isolated` if all services are silent. A service that is not ready is not ready for the other edges
  // either, and if they all left together nobody would answer.
  void ServeEdge(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  const Channels channels_;
  std::atomic<bool> draining_ = false;
};

}  // namespace academy::edge
