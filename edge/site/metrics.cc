#include "edge/site/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::edge {
namespace {

// Seconds.
const prometheus::Histogram::BucketBoundaries kBuckets = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                          0.1,    0.25,  0.5,    1,     2.5,  5};

}  // namespace

class Metrics::Impl {
 public:
  void Observe(std::string_view route, int status, absl::Duration took) {
    prometheus::Counter* counter = nullptr;
    prometheus::Histogram* histogram = nullptr;
    {
      // prometheus-cpp finds a series by hashing all labels anew; this remembers.
      absl::MutexLock lock(&mutex_);
      auto& known_counter = counters_[{std::string(route), status}];
      auto& known_histogram = histograms_[std::string(route)];
      if (known_counter == nullptr) {
        known_counter = &requests_.Add({{"route", std::string(route)}, {"status", std::to_string(status)}});
      }
      if (known_histogram == nullptr) known_histogram = &seconds_.Add({{"route", std::string(route)}}, kBuckets);
      counter = known_counter;
      histogram = known_histogram;
    }
    counter->Increment();
    histogram->Observe(absl::ToDoubleSeconds(took));
  }

  std::string Text(const Gauges& gauges) {
    connections_.Set(static_cast<double>(gauges.connections));
    polling_.Set(static_cast<double>(gauges.live_polling));
    websocket_.Set(static_cast<double>(gauges.live_websocket));
    sessions_.Set(static_cast<double>(gauges.sessions_known));
    feed_.Set(gauges.auth_feed_live ? 1 : 0);
    return prometheus::TextSerializer().Serialize(registry_.Collect());
  }

 private:
  prometheus::Gauge& Gauge(const char* name, const char* help, const prometheus::Labels& labels = {}) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry_).Add(labels);
  }

  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& requests_ = prometheus::BuildCounter()
                                                           .Name("academy_edge_requests_total")
                                                           .Help("Requests answered, by route and HTTP status")
                                                           .Register(registry_);
  prometheus::Family<prometheus::Histogram>& seconds_ = prometheus::BuildHistogram()
                                                            .Name("academy_edge_request_seconds")
                                                            .Help("From the whole request to its answer")
                                                            .Register(registry_);
  prometheus::Gauge& connections_ = Gauge("academy_edge_connections", "Open HTTP connections");
  prometheus::Family<prometheus::Gauge>& live_ = prometheus::BuildGauge()
                                                     .Name("academy_edge_live_sessions")
                                                     .Help("Live sessions by transport")
                                                     .Register(registry_);
  prometheus::Gauge& polling_ = live_.Add({{"transport", "polling"}});
  prometheus::Gauge& websocket_ = live_.Add({{"transport", "websocket"}});
  prometheus::Gauge& sessions_ = Gauge("academy_edge_sessions_known", "Sessions remembered");
  prometheus::Gauge& feed_ = Gauge("academy_edge_auth_feed_live", "1 while auth's feed is followed");
  absl::Mutex mutex_;
  std::map<std::pair<std::string, int>, prometheus::Counter*> counters_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, prometheus::Histogram*> histograms_ ABSL_GUARDED_BY(mutex_);
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;
void Metrics::Observe(std::string_view route, int status, absl::Duration took) { impl_->Observe(route, status, took); }
std::string Metrics::Text(const Gauges& gauges) { return impl_->Text(gauges); }

}  // namespace academy::edge
