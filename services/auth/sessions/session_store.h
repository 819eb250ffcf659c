// Sessions in the database: live ones, and ended ones with the reason why.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::auth {

// The numbers are stored.
enum class PersonKind { kManager = 1, kLearner = 2 };

struct SessionRecord {
  std::string id;
  // SHA-256 of the bearer token, base64url: the token itself is nowhere.
  std::string token_hash;
  PersonKind kind = PersonKind::kLearner;
  std::string person_id;
  UnixMillis created_at = 0;
  // 0 when the session has no absolute end.
  UnixMillis expires_at = 0;
  // 0 while the session lives.
  UnixMillis ended_at = 0;
  // Why it ended: a name of session_reason.
  std::string reason;
  // From where and with what it was opened.
  std::string remote_address;
  std::string device;
};

// Why sessions end; clients see these words.
namespace session_reason {
inline constexpr char kLogout[] = "logout";
inline constexpr char kSignedInElsewhere[] = "signed_in_elsewhere";
inline constexpr char kPasswordChanged[] = "password_changed";
inline constexpr char kDeactivated[] = "deactivated";
inline constexpr char kRemoved[] = "removed";
inline constexpr char kExpired[] = "expired";
inline constexpr char kSignedOutByManager[] = "signed_out_by_manager";
}  // namespace session_reason

void InsertSession(soci::session& sql, const SessionRecord& session);
std::optional<SessionRecord> FindSession(soci::session& sql, const std::string& id);
std::optional<SessionRecord> FindSessionByToken(soci::session& sql, const std::string& token_hash);
// The person's sign-in that came when, or first after, `ended` ended; none while it lives.
std::optional<SessionRecord> FindSuccessor(soci::session& sql, const SessionRecord& ended);

// End live sessions and return them as they are now.
std::vector<SessionRecord> EndSession(soci::session& sql, const std::string& id, const std::string& reason,
                                      UnixMillis now);
// All of a person's, but for the one named `except` (empty for none).
std::vector<SessionRecord> EndSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id,
                                         const std::string& except, const std::string& reason, UnixMillis now);
// Those whose absolute end has come.
std::vector<SessionRecord> EndExpiredSessions(soci::session& sql, UnixMillis now);

// A person's live sessions and the `ended` that ended last, newest first.
std::vector<SessionRecord> ListSessions(soci::session& sql, PersonKind kind, const std::string& person_id, int ended);

// Forgets a person's sessions that ended before a time, but for the `keep` that ended last.
void ForgetEndedSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id, int keep,
                           UnixMillis time);
// Forgets sessions that ended with their person's removal before a time.
void ForgetRemovedSessionsBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth
