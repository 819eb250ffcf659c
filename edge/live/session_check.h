// The gateway's SessionChecker, over the edge's session cache.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "edge/access/session_cache.h"
#include "edge/live/connections.h"

namespace academy::edge {

class SessionCheck final : public live::SessionChecker {
 public:
  // `sessions` must outlive this.
  explicit SessionCheck(SessionCache& sessions) : sessions_(sessions) {}

  void Check(const std::string& token, Done done) override;
  void CheckAgain(const std::string& session_id, std::function<void(absl::Status)> done) override;
  void WhenReached(int64_t feed_position, std::function<void()> done) override;

 private:
  SessionCache& sessions_;
};

}  // namespace academy::edge
