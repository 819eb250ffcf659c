#include "edge/ops/refusal_log.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/log.h"

namespace academy::edge {

RefusalLog::RefusalLog(const Clock& clock, const RefusalLimits& limits)
    : clock_(clock),
      all_(limits.all),
      of_address_(limits.of_address, clock),
      lines_(limits.all.burst),
      filled_at_(clock.Now()) {}

RefusalLog::~RefusalLog() {
  absl::MutexLock lock(&mutex_);
  if (left_out_ > 0) LogWarning("refusals not logged", {{"leftOut", static_cast<long long>(left_out_)}});
}

void RefusalLog::Add(const http::Served& served) {
  int64_t left_out = 0;
  if (!Admit(served, left_out)) return;
  LogWarning("refused", {{"requestId", served.request_id},
                         {"address", served.remote_address},
                         {"method", served.method},
                         {"route", served.route},
                         {"status", served.status},
                         {"code", served.code},
                         {"caller", served.caller.kind},
                         {"callerId", served.caller.id},
                         {"sessionId", served.caller.session_id},
                         {"leftOut", static_cast<long long>(left_out)}});
}

bool RefusalLog::Admit(const http::Served& served, int64_t& left_out) {
  bool admitted = of_address_.Admit(served.remote_address) == absl::ZeroDuration();
  absl::MutexLock lock(&mutex_);
  UnixMillis now = clock_.Now();
  double seconds = static_cast<double>(std::max<UnixMillis>(0, now - filled_at_)) / 1000;
  lines_ = std::min(all_.burst, lines_ + seconds * all_.per_second);
  filled_at_ = now;
  if (!admitted || lines_ < 1) {
    ++left_out_;
    return false;
  }
  lines_ -= 1;
  left_out = std::exchange(left_out_, 0);
  return true;
}

}  // namespace academy::edge
