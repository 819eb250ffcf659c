#include "services/platform/base/metrics.h"

#include <dirent.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy {
namespace {

// Seconds.
const prometheus::Histogram::BucketBoundaries kBuckets = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                          0.05,   0.1,     0.25,   0.5,   1,      2.5,   5};

double ResidentBytes() {
  long total = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double EntriesIn(const char* folder) {
  DIR* directory = ::opendir(folder);
  if (directory == nullptr) return -1;
  int entries = 0;
  while (::readdir(directory) != nullptr) ++entries;
  ::closedir(directory);
  // Without `.` and `..`.
  return entries - 2;
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class CounterOf final : public MetricCounter {
 public:
  explicit CounterOf(prometheus::Counter& counter) : counter_(counter) {}
  void Add(double value) override { counter_.Increment(value); }

 private:
  prometheus::Counter& counter_;
};

class TimerOf final : public MetricTimer {
 public:
  explicit TimerOf(prometheus::Histogram& histogram) : histogram_(histogram) {}
  void Observe(absl::Duration took) override { histogram_.Observe(absl::ToDoubleSeconds(took)); }

 private:
  prometheus::Histogram& histogram_;
};

}  // namespace

class Metrics::Impl {
 public:
  explicit Impl(std::string process) : process_(std::move(process)) {}

  MetricCounter& Counter(const std::string& name, const std::string& help, const MetricLabels& labels) {
    absl::MutexLock lock(&mutex_);
    auto& known = counters_[{name, labels}];
    if (known == nullptr) {
      auto& family = prometheus::BuildCounter().Name(name).Help(help).Labels(Process()).Register(registry_);
      known = std::make_unique<CounterOf>(family.Add(labels));
    }
    return *known;
  }

  MetricTimer& Timer(const std::string& name, const std::string& help, const MetricLabels& labels) {
    absl::MutexLock lock(&mutex_);
    auto& known = timers_[{name, labels}];
    if (known == nullptr) {
      auto& family = prometheus::BuildHistogram().Name(name).Help(help).Labels(Process()).Register(registry_);
      known = std::make_unique<TimerOf>(family.Add(labels, kBuckets));
    }
    return *known;
  }

  void Gauge(const std::string& name, const std::string& help, std::function<double()> read,
             const MetricLabels& labels) {
    absl::MutexLock lock(&mutex_);
    auto& family = prometheus::BuildGauge().Name(name).Help(help).Labels(Process()).Register(registry_);
    gauges_.push_back({&family.Add(labels), std::move(read)});
  }

  std::vector<MetricFamily> Collect() {
    absl::MutexLock lock(&mutex_);
    for (const Reading& gauge : gauges_) {
      if (double value = gauge.read(); value >= 0) gauge.gauge->Set(value);
    }
    std::vector<MetricFamily> families;
    for (prometheus::MetricFamily& family : registry_.Collect()) {
      MetricFamily told{.name = family.name, .head = {}, .samples = {}};
      std::string text = prometheus::TextSerializer().Serialize({std::move(family)});
      // HELP and TYPE come first, one line each.
      size_t head = 0;
      while (text.compare(head, 1, "#") == 0) head = text.find('\n', head) + 1;
      told.head = text.substr(0, head);
      told.samples = text.substr(head);
      families.push_back(std::move(told));
    }
    std::sort(families.begin(), families.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return families;
  }

 private:
  struct Reading {
    prometheus::Gauge* gauge;
    std::function<double()> read;
  };

  prometheus::Labels Process() const { return {{"process", process_}}; }

  const std::string process_;
  prometheus::Registry registry_{prometheus::Registry::InsertBehavior::Merge};
  absl::Mutex mutex_;
  std::map<std::pair<std::string, MetricLabels>, std::unique_ptr<MetricCounter>> counters_ ABSL_GUARDED_BY(mutex_);
  std::map<std::pair<std::string, MetricLabels>, std::unique_ptr<MetricTimer>> timers_ ABSL_GUARDED_BY(mutex_);
  std::vector<Reading> gauges_ ABSL_GUARDED_BY(mutex_);
};

Metrics::Metrics(std::string process) : impl_(std::make_unique<Impl>(std::move(process))) {
  Gauge("academy_process_resident_bytes", "Memory that the process holds", ResidentBytes);
  Gauge("academy_process_cpu_seconds", "CPU time used since the start", CpuSeconds);
  Gauge("academy_process_descriptors", "Open file descriptors", [] { return EntriesIn("/proc/self/fd"); });
  Gauge("academy_process_threads", "Threads", [] { return EntriesIn("/proc/self/task"); });
}

Metrics::~Metrics() = default;

MetricCounter& Metrics::Counter(const std::string& name, const std::string& help, const MetricLabels& labels) {
  return impl_->Counter(name, help, labels);
}
MetricTimer& Metrics::Timer(const std::string& name, const std::string& help, const MetricLabels& labels) {
  return impl_->Timer(name, help, labels);
}
void Metrics::Gauge(const std::string& name, const std::string& help, std::function<double()> read,
                    const MetricLabels& labels) {
  impl_->Gauge(name, help, std::move(read), labels);
}
std::vector<MetricFamily> Metrics::Collect() { return impl_->Collect(); }

std::string ToText(std::vector<MetricFamily> families) {
  std::stable_sort(families.begin(), families.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::string text;
  std::string_view before;
  for (const MetricFamily& family : families) {
    if (family.name != before) text += family.head;
    text += family.samples;
    before = family.name;
  }
  return text;
}

}  // namespace academy
