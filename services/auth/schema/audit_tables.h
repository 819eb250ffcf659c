// The tables of the audit trail. Internal to schema.cc, which says in which order they are made.
//
// Times are milliseconds since the epoch; 0 means "not yet", so that no column is ever NULL. Flags are 0 or 1.
#pragma once

#include <string_view>

namespace academy::auth {

// Pages are ordered by time, and each filter has an index in that order. audit_mentions finds events by everybody and
// everything that they name. audit_head stores the end of the chain, so that a truncated trail is detected.
inline constexpr std::string_view kAudit = R"sql(
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

}  // namespace academy::auth
