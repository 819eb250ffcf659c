#include "services/auth/schema.h"

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/audit/audit_waiting.h"
#include "services/auth/keys/database_keys.h"
#include "services/auth/sessions/online/online_store.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::auth {
namespace {

// Times are milliseconds since the epoch; 0 means "not yet", so that no column is ever NULL. Flags are 0 or 1.

// A learner's number is only for joins within this database. Search words refer to it, because a dozen UUIDs per
// learner would double the database and slow every search.
constexpr std::string_view kPeople = R"sql(
CREATE TABLE managers (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  fullname TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  last_login_at BIGINT NOT NULL,
  previous_login_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE TABLE learners (
  number {{serial}},
  id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  email_key TEXT {{bytewise}} NOT NULL UNIQUE,
  fullname TEXT NOT NULL,
  fullname_key TEXT {{bytewise}} NOT NULL,
  phonenumber TEXT NOT NULL,
  address TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  active INTEGER NOT NULL,
  activated INTEGER NOT NULL,
  language TEXT NOT NULL,
  last_login_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX learners_by_fullname ON learners (fullname_key, id);
CREATE INDEX learners_by_active ON learners (active, fullname_key, id);
CREATE INDEX learners_by_created ON learners (created_at, id);
CREATE INDEX learners_by_last_login ON learners (last_login_at, id);
CREATE TABLE learner_words (
  learner_number BIGINT NOT NULL REFERENCES learners (number) ON DELETE CASCADE,
  word TEXT {{bytewise}} NOT NULL,
  PRIMARY KEY (learner_number, word)
);
CREATE INDEX learner_words_by_word ON learner_words (word, learner_number);
)sql";

// Ended sessions are kept: their holders are told why they ended, and people can see where they were signed in.
constexpr std::string_view kSessions = R"sql(
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

constexpr std::string_view kTokens = R"sql(
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

constexpr std::string_view kMails = R"sql(
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body_text TEXT NOT NULL,
  body_html TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_attempt_at BIGINT NOT NULL,
  last_error TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  sent_at BIGINT NOT NULL
);
CREATE INDEX mails_by_attempt ON mails (state, next_attempt_at);
)sql";

constexpr std::string_view kAbuse = R"sql(
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

// Earlier mails are classified by the subjects they had. Ids sort by time; lists and housekeeping use this.
constexpr std::string_view kMailKinds = R"sql(
ALTER TABLE mails ADD COLUMN kind TEXT NOT NULL DEFAULT 'activation';
ALTER TABLE mails ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN tried_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN lease TEXT NOT NULL DEFAULT '';
UPDATE mails SET tried_since = created_at,
  person_id = COALESCE((SELECT id FROM learners WHERE email_key = lower(recipient)), '');
UPDATE mails SET kind = 'recovery' WHERE subject IN ('رمز استعادة كلمة المرور', 'Your password recovery code');
CREATE INDEX mails_by_person ON mails (person_id, id);
CREATE INDEX mails_by_state ON mails (state, id);
)sql";

// Pages are ordered by time, and each filter has an index in that order. audit_mentions finds events by everybody and
// everything that they name. audit_head stores the end of the chain, so that a truncated trail is detected.
constexpr std::string_view kAudit = R"sql(
CREATE TABLE audit_events (
  position BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  action_group TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  subject_name TEXT NOT NULL,
  peer TEXT NOT NULL,
  device TEXT NOT NULL,
  request_id TEXT NOT NULL,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
);
{{append_only audit_events}};
CREATE INDEX audit_events_by_time ON audit_events (at, position);
CREATE INDEX audit_events_by_actor ON audit_events (actor_id, at, position);
CREATE INDEX audit_events_by_action ON audit_events (action, at, position);
CREATE INDEX audit_events_by_action_group ON audit_events (action_group, at, position);
CREATE TABLE audit_mentions (
  id TEXT NOT NULL,
  at BIGINT NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (id, at, position)
);
{{append_only audit_mentions}};
CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position BIGINT NOT NULL,
  hash TEXT NOT NULL,
  seal TEXT NOT NULL
);
INSERT INTO audit_head (id, position, hash, seal) VALUES (1, 0, '', '');
)sql";

// Managers get mail too, in their own language. Sessions are kept as long as their person, and some days longer.
constexpr std::string_view kPeopleMore = R"sql(
ALTER TABLE managers ADD COLUMN language TEXT NOT NULL DEFAULT 'ar';
CREATE INDEX sessions_by_removal ON sessions (ended_at) WHERE reason = 'removed';
)sql";

// In a separate table, so that no list of people includes them by accident.
constexpr std::string_view kBanks = R"sql(
CREATE TABLE learner_banks (
  learner_id TEXT PRIMARY KEY REFERENCES learners (id) ON DELETE CASCADE,
  account_holder TEXT NOT NULL,
  bank_name TEXT NOT NULL,
  iban TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
)sql";

// Mails whose replies go to somebody other than their sender.
constexpr std::string_view kMailAnswers = R"sql(
ALTER TABLE mails ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';
)sql";

constexpr std::string_view kLearnersStamp = R"sql(
CREATE TABLE learners_stamp (id INTEGER PRIMARY KEY CHECK (id = 1), stamp TEXT NOT NULL);
INSERT INTO learners_stamp (id, stamp) VALUES (1, '');
)sql";

// Addresses from which people signed in, so that a stranger's guesses do not lock them out; and who requested a
// recovery.
constexpr std::string_view kKnownAddresses = R"sql(
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
constexpr std::string_view kSessionUse = R"sql(
ALTER TABLE sessions ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_by_use ON sessions (ended_at, last_used_at) WHERE kind = 2 AND ended_at = 0;
CREATE INDEX sessions_by_age ON sessions (ended_at, created_at) WHERE kind = 2 AND ended_at = 0;
)sql";

// A session of before this step is recent as long after its sign-in as any other.
constexpr std::string_view kRecentSessions = R"sql(
ALTER TABLE sessions ADD COLUMN recent_until BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET recent_until = created_at + 900000;
)sql";

// How an account's owner signs in during a pause: by a mailed link, and from devices that signed in before. A device is
// found by its hash alone, too, because one device may be many accounts'.
constexpr std::string_view kPausedAccounts = R"sql(
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

// Bank details, encrypted; EncryptBanksInClear moves the rows of learner_banks here and drops that table. data_keys has
// the keys that encrypted something in this database, by purpose: without them it must not be used.
constexpr std::string_view kEncryptedBanks = R"sql(
CREATE TABLE bank_details (
  learner_id TEXT PRIMARY KEY REFERENCES learners (id) ON DELETE CASCADE,
  key_id TEXT NOT NULL,
  sealed TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX bank_details_by_key ON bank_details (key_id);
CREATE TABLE data_keys (
  purpose TEXT NOT NULL,
  key_id TEXT NOT NULL,
  PRIMARY KEY (purpose, key_id)
);
)sql";

// Every manager of before this step becomes an owner: each of them could do everything, and which of them the academy
// belongs to is not recorded. An owner lowers the others' roles.
constexpr std::string_view kRoles = R"sql(
ALTER TABLE managers ADD COLUMN role TEXT NOT NULL DEFAULT 'support' CHECK (role IN ('owner', 'manager', 'support'));
UPDATE managers SET role = 'owner';
)sql";

// Secrets are encrypted. A used recovery code is deleted.
constexpr std::string_view kTwoFactor = R"sql(
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

constexpr std::string_view kPasskeys = R"sql(
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
constexpr std::string_view kFollowedKeys = R"sql(
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

// See counted_time.h. Nothing was counted before this step, so a mail of before is as old as the time between it and
// the newest one.
constexpr std::string_view kCountedTime = R"sql(
CREATE TABLE counted_time (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  millis BIGINT NOT NULL
);
INSERT INTO counted_time (id, millis) VALUES (1, 0);
ALTER TABLE mails ADD COLUMN counted_since BIGINT NOT NULL DEFAULT 0;
UPDATE mails SET counted_since = tried_since - (SELECT MAX(tried_since) FROM mails) WHERE state = 'waiting';
)sql";

constexpr char kRevisions[] = "ALTER TABLE learners ADD COLUMN revision BIGINT NOT NULL DEFAULT 1";

}  // namespace

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {
      {1, "people", kPeople},
      {2, "sessions", kSessions},
      {3, "tokens", kTokens},
      {4, "mails", kMails},
      {5, "abuse", kAbuse},
      {6, "change feed", kChangeFeedSchema},
      {7, "audit", kAudit},
      {8, "mail kinds", kMailKinds},
      {9, "people's languages and sessions", kPeopleMore},
      {10, "counters", kCountersSchema},
      {11, "bank details", kBanks},
      {12, "mails to answer", kMailAnswers},
      {13, "learners' stamp", kLearnersStamp},
      {14, "known addresses", kKnownAddresses},
      {15, "use of sessions", kSessionUse},
      {16, "recent sessions", kRecentSessions},
      {17, "paused accounts", kPausedAccounts},
      {18, "encrypted bank details", kEncryptedBanks},
      {19, "roles", kRoles},
      {20, "two factors", kTwoFactor},
      {21, "passkeys", kPasskeys},
      {22, "followed keys", kFollowedKeys},
      {23, "feed event ids", kFeedEventIdsSchema},
      {24, "heartbeats", kHeartbeatSchema},
      {26, "counted time", kCountedTime},
      {27, "bin of learners", kLearnerBinSchema},
      {28, "idempotent calls", kIdempotentCallsSchema},
      {29, "revisions of learners", kRevisions},
      {30, "audit events that wait", kAuditWaitingSchema},
      {31, "learners' stamps", kLearnersStampsSchema},
      {32, "fingerprints of keys", kFingerprintsSchema},
      {33, "online learners", kOnlineSchema},
      {34, "terms of reports", kOnlineTermsSchema},
  };
  return migrations;
}

}  // namespace academy::auth
