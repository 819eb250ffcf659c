#include "edge/api/request_metrics.h"

#include <utility>

namespace academy::edge {

void RequestMetrics::Observe(std::string_view route, int status, absl::Duration took) {
  absl::MutexLock lock(&mutex_);
  auto& by_route = requests_[status];
  auto counter = by_route.find(route);
  if (counter == by_route.end()) {
    std::string name(route);
    MetricCounter& added =
        metrics_.Counter("academy_edge_requests_total", "Requests answered, by route and HTTP status",
                         {{"route", name}, {"status", std::to_string(status)}});
    counter = by_route.emplace(std::move(name), &added).first;
  }
  counter->second->Add();
  Find(request_seconds_, "academy_edge_request_seconds", "From the whole request to its answer", route).Observe(took);
}

void RequestMetrics::ObserveCall(std::string_view route, absl::Duration took) {
  absl::MutexLock lock(&mutex_);
  Find(call_seconds_, "academy_edge_call_seconds", "From a service's call to its answer, as the edge sees it", route)
      .Observe(took);
}

MetricTimer& RequestMetrics::Find(Timers& timers, const char* name, const char* help, std::string_view route) {
  auto timer = timers.find(route);
  if (timer == timers.end()) {
    std::string label(route);
    MetricTimer& added = metrics_.Timer(name, help, {{"route", label}});
    timer = timers.emplace(std::move(label), &added).first;
  }
  return *timer->second;
}

}  // namespace academy::edge
