// The edge's counters, in Prometheus' text form.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/time/time.h"

namespace academy::edge {

// What is read at the moment of asking.
struct Gauges {
  size_t connections = 0;
  size_t live_polling = 0;
  size_t live_websocket = 0;
  size_t sessions_known = 0;
  bool auth_feed_live = false;
};

class Metrics {
 public:
  Metrics();
  ~Metrics();

  // One answered request; `route` is one of a small fixed set.
  void Observe(std::string_view route, int status, absl::Duration took);

  std::string Text(const Gauges& gauges);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::edge
