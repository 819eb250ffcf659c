// Sends answered requests to the logs that record them, and their spans to whoever takes them.
//
// Thread-safe.
#pragma once

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "edge/http/served.h"
#include "edge/ops/refusal_log.h"
#include "edge/ops/request_log.h"
#include "edge/ops/request_traces.h"

namespace academy::edge {

class ServedLogs final : public http::ServedSink {
 public:
  struct Options {
    // Of all requests, and of those that took `slow_after` or more to answer; each may be null.
    std::shared_ptr<RequestLog> access;
    std::shared_ptr<RequestLog> slow;
    absl::Duration slow_after = absl::InfiniteDuration();
  };

  // `clock` outlives it.
  ServedLogs(Options options, std::shared_ptr<const RequestTraces> traces, const Clock& clock)
      : options_(std::move(options)), traces_(std::move(traces)), refusals_(clock) {}

  bool Wants(int status, absl::Duration work) const override {
    return options_.access != nullptr || RefusalLog::Wants(status) || IsSlow(work);
  }
  void OnServed(const http::Served& served) override {
    if (options_.access != nullptr) options_.access->Add(served);
    if (IsSlow(served.work)) options_.slow->Add(served);
    if (RefusalLog::Wants(served.status)) refusals_.Add(served);
    traces_->Export(served);
  }

 private:
  bool IsSlow(absl::Duration work) const { return options_.slow != nullptr && work >= options_.slow_after; }

  const Options options_;
  const std::shared_ptr<const RequestTraces> traces_;
  RefusalLog refusals_;
};

}  // namespace academy::edge
