// Checks whether the grant in a media address still holds: the session has not ended, and the assignment allows
// watching now. A manager's preview holds as long as the session.
//
// Thread-safe. Makes no call while the session and the assignment are cached and their feeds are live.
#pragma once

#include <functional>

#include "absl/status/status.h"
#include "edge/access/assignment_cache.h"
#include "edge/access/session_cache.h"
#include "services/contracts/media_token.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

class GrantCheck {
 public:
  using Done = std::function<void(absl::Status)>;

  // The caches and the clock must outlive this and its unfinished calls.
  GrantCheck(SessionCache& sessions, AssignmentCache& assignments, const Clock& clock)
      : sessions_(sessions), assignments_(assignments), clock_(clock) {}

  // Calls `done` once, immediately or later, on any thread. PERMISSION_DENIED, with the reason, when the grant does not
  // hold or no longer does; UNAVAILABLE or DEADLINE_EXCEEDED when that cannot be determined.
  void Check(const MediaGrant& grant, Done done);

  // Whether both feeds are live, so that Check can answer from the caches.
  bool CanSayAtOnce() const;

 private:
  absl::Status Decide(const MediaGrant& grant, const AssignmentWindow& window) const;

  SessionCache& sessions_;
  AssignmentCache& assignments_;
  const Clock& clock_;
};

}  // namespace academy::edge
