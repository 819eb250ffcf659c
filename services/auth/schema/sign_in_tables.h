// The tables of sessions, and of all that signing in needs. Internal to schema.cc, which says in which order they are
// made.
//
// Times are milliseconds since the epoch; 0 means "not yet", so that no column is ever NULL. Flags are 0 or 1.
#pragma once

#include <string_view>

namespace academy::auth {

// Ended sessions are kept: their holders are told why they ended, and people can see where they were signed in.
inline constexpr std::string_view kSessions = R"sql(
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT NOT NULL,
  reason TEXT NOT NULL,
  peer TEXT NOT NULL,
  device TEXT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, ended_at);
CREATE INDEX sessions_by_expiry ON sessions (ended_at, expires_at);
CREATE UNIQUE INDEX sessions_one_per_learner ON sessions (user_id) WHERE kind = 2 AND ended_at = 0;
)sql";

inline constexpr std::string_view kTokens = R"sql(
CREATE TABLE activation_tokens (
  token_hash TEXT PRIMARY KEY,
  learner_id TEXT NOT NULL REFERENCES learners (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX activation_tokens_by_learner ON activation_tokens (learner_id, created_at);
CREATE TABLE recoveries (
  handle_hash TEXT PRIMARY KEY,
  learner_id TEXT NOT NULL REFERENCES learners (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  tries INTEGER NOT NULL,
  verified_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE INDEX recoveries_by_learner ON recoveries (learner_id, created_at);
)sql";

inline constexpr std::string_view kAbuse = R"sql(
CREATE TABLE attempts (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at BIGINT NOT NULL,
  blocked_until BIGINT NOT NULL
);
CREATE INDEX attempts_by_time ON attempts (last_at);
CREATE TABLE spent_challenges (
  challenge TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);
)sql";

// Addresses from which people signed in, so that a stranger's guesses do not lock them out; and who requested a
// recovery.
inline constexpr std::string_view kKnownAddresses = R"sql(
CREATE TABLE known_addresses (
  subject TEXT NOT NULL,
  address TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (subject, address)
);
CREATE INDEX known_addresses_by_age ON known_addresses (seen_at);
ALTER TABLE recoveries ADD COLUMN requester TEXT NOT NULL DEFAULT '';
)sql";

// The sweep finds learners' sessions by their last use and their age. last_used_at is 0 for sessions from before this
// migration; their idle time starts with their next use. The indexes begin with ended_at so that SQLite prefers them to
// sessions_by_expiry, through which it would read every live session.
inline constexpr std::string_view kSessionUse = R"sql(
ALTER TABLE sessions ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_by_use ON sessions (ended_at, last_used_at) WHERE kind = 2 AND ended_at = 0;
CREATE INDEX sessions_by_age ON sessions (ended_at, created_at) WHERE kind = 2 AND ended_at = 0;
)sql";

// A session of before this step is recent as long after its sign-in as any other.
inline constexpr std::string_view kRecentSessions = R"sql(
ALTER TABLE sessions ADD COLUMN recent_until BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET recent_until = created_at + 900000;
)sql";

// How an account's owner signs in during a pause: by a mailed link, and from devices that signed in before. A device is
// found by its hash alone, too, because one device may be many accounts'.
inline constexpr std::string_view kPausedAccounts = R"sql(
CREATE TABLE unlock_links (
  account TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  pause_end BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE INDEX unlock_links_by_end ON unlock_links (expires_at);
CREATE TABLE known_devices (
  subject TEXT NOT NULL,
  device_hash TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (subject, device_hash)
);
CREATE INDEX known_devices_by_hash ON known_devices (device_hash);
CREATE INDEX known_devices_by_age ON known_devices (seen_at);
)sql";

// Secrets are encrypted. A used recovery code is deleted.
inline constexpr std::string_view kTwoFactor = R"sql(
CREATE TABLE totp_factors (
  manager_id TEXT PRIMARY KEY REFERENCES managers (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  pending_secret TEXT NOT NULL,
  pending_at BIGINT NOT NULL,
  used_step BIGINT NOT NULL
);
CREATE TABLE recovery_codes (
  manager_id TEXT NOT NULL REFERENCES managers (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (manager_id, code_hash)
);
)sql";

inline constexpr std::string_view kPasskeys = R"sql(
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  manager_id TEXT NOT NULL REFERENCES managers (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  party_id TEXT NOT NULL,
  algorithm INTEGER NOT NULL,
  public_key TEXT NOT NULL,
  sign_count BIGINT NOT NULL,
  synced INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL
);
CREATE INDEX passkeys_by_manager ON passkeys (manager_id);
)sql";

// A secret in use and one to be confirmed are in tables of their own, so that the first has the id of its key, which is
// in the text: v1:<key id>:<base64url>. known_keys has every key whose rotation the audit trail has, and each ring's
// first ones.
inline constexpr std::string_view kFollowedKeys = R"sql(
CREATE TABLE totp_setups (
  manager_id TEXT PRIMARY KEY REFERENCES managers (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  begun_at BIGINT NOT NULL
);
INSERT INTO totp_setups (manager_id, sealed, begun_at)
  SELECT manager_id, pending_secret, pending_at FROM totp_factors WHERE pending_secret <> '';
DELETE FROM totp_factors WHERE secret = '';
ALTER TABLE totp_factors DROP COLUMN pending_secret;
ALTER TABLE totp_factors DROP COLUMN pending_at;
ALTER TABLE totp_factors RENAME COLUMN secret TO sealed;
ALTER TABLE totp_factors ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
UPDATE totp_factors SET key_id = substr(rtrim(rtrim(sealed,
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'), ':'), 4);
CREATE INDEX totp_factors_by_key ON totp_factors (key_id);
CREATE TABLE known_keys (
  purpose TEXT NOT NULL,
  key_id TEXT NOT NULL,
  PRIMARY KEY (purpose, key_id)
);
)sql";

}  // namespace academy::auth
