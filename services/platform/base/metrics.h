// A process's counters, timers and gauges, exported in Prometheus text format.
//
// Thread-safe. Returned references are valid for the lifetime of the Metrics; adding the same series twice returns the
// same object.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace academy {

// Labels that distinguish the series of one name. Keep them few, and never use a value that a client can choose.
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

// All series of one name. `head` holds the HELP and TYPE lines, `samples` one line per value.
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
  // `read` is called by each Collect, on its thread; whatever it reads must outlive the last Collect. A negative result
  // means unknown and keeps the previous value.
  void Gauge(const std::string& name, const std::string& help, std::function<double()> read,
             const MetricLabels& labels = {});

  // Returns all families ordered by name, including the process's memory, descriptors, threads and CPU time.
  std::vector<MetricFamily> Collect();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

// Merges the families of many processes into one page, with each name once as the text format requires.
std::string ToText(std::vector<MetricFamily> families);

}  // namespace academy
