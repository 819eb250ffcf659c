// Opens and ends sessions, and tells the change feed about every end. Of each person the last 50 sessions that ended
// are kept, and all of the last 90 days.
//
// Thread-safe. Each method runs in its caller's transaction and may throw as SOCI does.
#pragma once

#include <cstdint>
#include <string>

#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// Eight hours: the specification's section 9.
inline constexpr UnixMillis kManagerSessionLifetime = 28'800'000;

struct OpenedSession {
  // 256 random bits; stored nowhere but here.
  std::string token;
  // Of the last event that the opening caused, 0 when it caused none.
  int64_t feed_position = 0;
};

class SessionManager {
 public:
  SessionManager(ChangeFeed& feed, const Clock& clock) : feed_(feed), clock_(clock) {}

  // A manager may have many sessions; a learner's earlier one ends with signed_in_elsewhere.
  OpenedSession Open(Transaction& tx, PersonKind kind, const std::string& person_id, const Caller& caller);

  // Each returns the feed's position after the ends, 0 when nothing ended.
  int64_t End(Transaction& tx, const std::string& session_id, const std::string& reason);
  int64_t EndAll(Transaction& tx, PersonKind kind, const std::string& person_id, const std::string& reason,
                 const std::string& except = "");
  int64_t EndExpired(Transaction& tx);
  // Of a person who is being removed: what ended before is forgotten.
  int64_t EndRemoved(Transaction& tx, PersonKind kind, const std::string& person_id);

  // Events about learners; each returns its position.
  int64_t AppendLearnerChanged(Transaction& tx, const std::string& learner_id);
  int64_t AppendLearnerRemoved(Transaction& tx, const std::string& learner_id);

 private:
  int64_t AppendSessionEnded(Transaction& tx, const std::vector<SessionRecord>& sessions);

  ChangeFeed& feed_;
  const Clock& clock_;
};

// What a bearer token is stored as.
std::string HashToken(const std::string& token);

}  // namespace academy::auth
