// Whether what a media address was made for still holds: the session lives, the assignment allows watching now. The
// address of a manager's preview holds as long as the session.
//
// Thread-safe. Costs no hop while the session and the assignment are known and their feeds are live.
#pragma once

#include <functional>

#include "absl/status/status.h"
#include "edge/access/assignment_cache.h"
#include "edge/access/session_cache.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/media_token.h"

namespace academy::edge {

class GrantCheck {
 public:
  using Done = std::function<void(absl::Status)>;

  // All must outlive the check, and calls on their way.
  GrantCheck(SessionCache& sessions, AssignmentCache& assignments, const Clock& clock)
      : sessions_(sessions), assignments_(assignments), clock_(clock) {}

  // Calls `done` once, at once or later, on any thread. PERMISSION_DENIED, with the reason why, when the grant does not
  // hold (any more); UNAVAILABLE or DEADLINE_EXCEEDED when that cannot be said.
  void Check(const MediaGrant& grant, Done done);

  // Whether both feeds are live, so that Check asks nobody about what is known.
  bool CanSayAtOnce() const;

 private:
  absl::Status Decide(const MediaGrant& grant, const AssignmentWindow& window) const;

  SessionCache& sessions_;
  AssignmentCache& assignments_;
  const Clock& clock_;
};

}  // namespace academy::edge
