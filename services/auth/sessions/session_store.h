// Sessions in the database: live ones, and ended ones with their reason.
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
  // SHA-256 of the bearer token, base64url; the token itself is not stored.
  std::string token_hash;
  PersonKind kind = PersonKind::kLearner;
  std::string person_id;
  UnixMillis created_at = 0;
  // 0 for learners' sessions, whose end depends on the limits in force (SessionManager::EndOf).
  UnixMillis expires_at = 0;
  // 0 while the session is live.
  UnixMillis ended_at = 0;
  // Why it ended: a name of session_reason.
  std::string reason;
  // The address and device that opened it.
  std::string remote_address;
  std::string device;
  // The last recorded use; 0 if none was recorded.
  UnixMillis last_used_at = 0;
  // Until then it may do what hands an account over.
  UnixMillis recent_until = 0;
};

// Why sessions end; clients receive these words.
namespace session_reason {
inline constexpr char kLogout[] = "logout";
inline constexpr char kSignedInElsewhere[] = "signed_in_elsewhere";
inline constexpr char kPasswordChanged[] = "password_changed";
inline constexpr char kDeactivated[] = "deactivated";
inline constexpr char kRemoved[] = "removed";
inline constexpr char kExpired[] = "expired";
inline constexpr char kIdle[] = "idle";
inline constexpr char kSignedOutByManager[] = "signed_out_by_manager";
}  // namespace session_reason

void InsertSession(soci::session& sql, const SessionRecord& session);
std::optional<SessionRecord> FindSession(soci::session& sql, const std::string& id);
std::optional<SessionRecord> FindSessionByToken(soci::session& sql, const std::string& token_hash);
// Returns the person's first session opened at or after the end of `ended`; nullopt while `ended` is live.
std::optional<SessionRecord> FindSuccessor(soci::session& sql, const SessionRecord& ended);

// These end live sessions and return them in their new state.
std::vector<SessionRecord> EndSession(soci::session& sql, const std::string& id, const std::string& reason,
                                      UnixMillis now);
// All of a person's sessions except `except` (empty for none).
std::vector<SessionRecord> EndSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id,
                                         const std::string& except, const std::string& reason, UnixMillis now);
// Every live session, for a database that was restored; no feed needs to be told.
void EndAllSessions(soci::session& sql, const std::string& reason, UnixMillis now);
// All sessions that have expired by `now`.
std::vector<SessionRecord> EndExpiredSessions(soci::session& sql, UnixMillis now);
// End learners' sessions opened at or before `time` with the reason expired, and sessions last used at or before `time`
// with the reason idle. Each ends at most the oldest `most`.
std::vector<SessionRecord> EndLearnerSessionsOpenedBy(soci::session& sql, UnixMillis time, int most, UnixMillis now);
std::vector<SessionRecord> EndLearnerSessionsUnusedSince(soci::session& sql, UnixMillis time, int most, UnixMillis now);

// Records a use of a live session. Does nothing when a later one is recorded.
void RecordSessionUse(soci::session& sql, const std::string& id, UnixMillis now);

// Makes a live session recent until `time`. Returns false if it has ended or never existed.
bool SetRecentUntil(soci::session& sql, const std::string& id, UnixMillis time);

// Returns a person's live sessions and the last `ended` that ended, newest first.
std::vector<SessionRecord> ListSessions(soci::session& sql, PersonKind kind, const std::string& person_id, int ended);

// Deletes a person's sessions that ended before `time`, except the last `keep`.
void ForgetEndedSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id, int keep,
                           UnixMillis time);
// Deletes sessions that ended by their person's removal before `time`.
void ForgetRemovedSessionsBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth
