// Opens and ends sessions, and appends every end to the change feed. For each person it keeps the last 50 ended
// sessions, and all of the last 90 days.
//
// Thread-safe. Each method runs in its caller's transaction and may throw as SOCI does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// Eight hours: the specification's section 9.
inline constexpr absl::Duration kManagerSessionLifetime = absl::Hours(8);

// How long a learner's session lives; zero sets no limit.
struct LearnerSessionLimits {
  // After its last use.
  absl::Duration idle = absl::Hours(14 * 24);
  // After the sign-in.
  absl::Duration max = absl::Hours(90 * 24);
};

// When and why a session ends.
struct SessionEnd {
  UnixMillis at = 0;
  // A name of session_reason.
  const char* reason = nullptr;
};

// How long after its sign-in, or after the password was given again, a session may do what hands an account over.
inline constexpr absl::Duration kRecentFor = absl::Minutes(15);

struct OpenedSession {
  // 256 random bits; only its hash is stored.
  std::string token;
  // Feed position of the last event caused by the opening; 0 if there was none.
  int64_t feed_position = 0;
};

class SessionManager {
 public:
  SessionManager(ChangeFeed& feed, const Clock& clock, const LearnerSessionLimits& limits)
      : feed_(feed), clock_(clock), limits_(limits) {}

  // Opens a session. A manager may have many; a learner's earlier one ends with signed_in_elsewhere.
  OpenedSession Open(Transaction& tx, PersonKind kind, const std::string& person_id, const Caller& caller);

  // Makes a session recent, whose person has given the password again. UNAUTHENTICATED unauthenticated if it is not
  // live.
  absl::Status MakeRecent(Transaction& tx, const std::string& session_id);

  // Each returns the feed's position after the ended sessions, 0 if none ended.
  int64_t End(Transaction& tx, const std::string& session_id, const std::string& reason);
  int64_t EndAll(Transaction& tx, PersonKind kind, const std::string& person_id, const std::string& reason,
                 const std::string& except = "");
  // Ends managers' sessions that have expired, and of the learners' that have reached a limit the oldest thousand: an
  // ended session is refused before it is swept.
  int64_t EndExpired(Transaction& tx);
  // For a person being removed: also deletes the sessions that had ended before.
  int64_t EndRemoved(Transaction& tx, PersonKind kind, const std::string& person_id);

  // Returns when the session ends if it is not used again; nullopt when it has no end.
  std::optional<SessionEnd> EndOf(const SessionRecord& session) const;
  // Returns from when on a use is recorded: an hour after the last recorded one, sooner when the idle limit is short. 0
  // for sessions whose use is not recorded.
  UnixMillis NextUseOf(const SessionRecord& session) const;
  // Records that the session is used now, in the database and in `session`.
  void RecordUse(Transaction& tx, SessionRecord& session);

  // Append events about people; each returns the event's position.
  int64_t AppendManagerChanged(Transaction& tx, const std::string& manager_id);
  int64_t AppendLearnerChanged(Transaction& tx, const std::string& learner_id);
  int64_t AppendLearnerRemoved(Transaction& tx, const std::string& learner_id);
  int64_t AppendLearnerBinned(Transaction& tx, const std::string& learner_id);
  int64_t AppendLearnerRestored(Transaction& tx, const std::string& learner_id);
  int64_t AppendLearnerSignedOut(Transaction& tx, const std::string& learner_id);

 private:
  int64_t AppendSessionEnded(Transaction& tx, const std::vector<SessionRecord>& sessions);

  ChangeFeed& feed_;
  const Clock& clock_;
  const LearnerSessionLimits limits_;
};

// Returns the stored form of a bearer token.
std::string HashToken(const std::string& token);

}  // namespace academy::auth
