// A process' counters, timers and gauges, told in Prometheus' text form.
//
// Thread-safe. What is added lives as long as the Metrics; adding the same series twice gives the same one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace academy {

// Names and values that tell the series of one name apart; few of them, and never anything a client may choose.
using MetricLabels = std::map<std::string, std::string>;

class MetricCounter {
 public:
  virtual ~MetricCounter() = default;
  virtual void Add(double value = 1) = 0;
};

// A histogram of seconds.
class MetricTimer {
 public:
  virtual ~MetricTimer() = default;
  virtual void Observe(absl::Duration took) = 0;
};

// All series of one name: `head` is its HELP and TYPE lines, `samples` one line a value.
struct MetricFamily {
  std::string name;
  std::string head;
  std::string samples;
};

class Metrics {
 public:
  // Every series carries the label process="<process>".
  explicit Metrics(std::string process);
  ~Metrics();

  MetricCounter& Counter(const std::string& name, const std::string& help, const MetricLabels& labels = {});
  MetricTimer& Timer(const std::string& name, const std::string& help, const MetricLabels& labels = {});
  // `read` is asked at each Collect, on its thread: what it reads must outlive the last Collect. A negative answer
  // means unknown, and leaves the value before.
  void Gauge(const std::string& name, const std::string& help, std::function<double()> read,
             const MetricLabels& labels = {});

  // In order of names; the process' memory, descriptors, threads and CPU time among them.
  std::vector<MetricFamily> Collect();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

// One page out of many processes' families: each name once, as the text format wants it.
std::string ToText(std::vector<MetricFamily> families);

}  // namespace academy
