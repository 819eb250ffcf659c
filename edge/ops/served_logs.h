// Sends answered requests to the logs that record them.
//
// Thread-safe.
#pragma once

#include <memory>
#include <utility>

#include "edge/http/served.h"
#include "edge/ops/access_log.h"
#include "edge/ops/refusal_log.h"

namespace academy::edge {

class ServedLogs final : public http::ServedSink {
 public:
  // `access` may be null. `clock` outlives it.
  ServedLogs(std::shared_ptr<AccessLog> access, const Clock& clock) : access_(std::move(access)), refusals_(clock) {}

  bool Wants(int status) const override { return access_ != nullptr || RefusalLog::Wants(status); }
  void OnServed(const http::Served& served) override {
    if (access_ != nullptr) access_->Add(served);
    if (RefusalLog::Wants(served.status)) refusals_.Add(served);
  }

 private:
  const std::shared_ptr<AccessLog> access_;
  RefusalLog refusals_;
};

}  // namespace academy::edge
