// The tables of the outbox, with the time by which its mails grow old. Internal to schema.cc, which says in which order
// they are made.
//
// Times are milliseconds since the epoch; 0 means "not yet", so that no column is ever NULL. Flags are 0 or 1.
#pragma once

#include <string_view>

namespace academy::auth {

inline constexpr std::string_view kMails = R"sql(
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

// Earlier mails are classified by the subjects they had. Ids sort by time; lists and housekeeping use this.
inline constexpr std::string_view kMailKinds = R"sql(
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

// Mails whose replies go to somebody other than their sender.
inline constexpr std::string_view kMailAnswers = R"sql(
ALTER TABLE mails ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';
)sql";

// See counted_time.h. Nothing was counted before this step, so a mail of before is as old as the time between it and
// the newest one.
inline constexpr std::string_view kCountedTime = R"sql(
CREATE TABLE counted_time (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  millis BIGINT NOT NULL
);
INSERT INTO counted_time (id, millis) VALUES (1, 0);
ALTER TABLE mails ADD COLUMN counted_since BIGINT NOT NULL DEFAULT 0;
UPDATE mails SET counted_since = tried_since - (SELECT MAX(tried_since) FROM mails) WHERE state = 'waiting';
)sql";

}  // namespace academy::auth
