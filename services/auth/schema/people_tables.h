// The tables of people and what belongs to them. Internal to schema.cc, which says in which order they are made.
//
// Times are milliseconds since the epoch; 0 means "not yet", so that no column is ever NULL. Flags are 0 or 1.
#pragma once

#include <string_view>

namespace academy::auth {

// A learner's number is only for joins within this database. Search words refer to it, because a dozen UUIDs per
// learner would double the database and slow every search.
inline constexpr std::string_view kPeople = R"sql(
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

// Managers get mail too, in their own language. Sessions are kept as long as their person, and some days longer.
inline constexpr std::string_view kPeopleMore = R"sql(
ALTER TABLE managers ADD COLUMN language TEXT NOT NULL DEFAULT 'ar';
CREATE INDEX sessions_by_removal ON sessions (ended_at) WHERE reason = 'removed';
)sql";

// In a separate table, so that no list of people includes them by accident.
inline constexpr std::string_view kBanks = R"sql(
CREATE TABLE learner_banks (
  learner_id TEXT PRIMARY KEY REFERENCES learners (id) ON DELETE CASCADE,
  account_holder TEXT NOT NULL,
  bank_name TEXT NOT NULL,
  iban TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
)sql";

inline constexpr std::string_view kLearnersStamp = R"sql(
CREATE TABLE learners_stamp (id INTEGER PRIMARY KEY CHECK (id = 1), stamp TEXT NOT NULL);
INSERT INTO learners_stamp (id, stamp) VALUES (1, '');
)sql";

// Bank details, encrypted; EncryptBanksInClear moves the rows of learner_banks here and drops that table. data_keys has
// the keys that encrypted something in this database, by purpose: without them it must not be used.
inline constexpr std::string_view kEncryptedBanks = R"sql(
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
inline constexpr std::string_view kRoles = R"sql(
ALTER TABLE managers ADD COLUMN role TEXT NOT NULL DEFAULT 'support' CHECK (role IN ('owner', 'manager', 'support'));
UPDATE managers SET role = 'owner';
)sql";

inline constexpr std::string_view kRevisions = "ALTER TABLE learners ADD COLUMN revision BIGINT NOT NULL DEFAULT 1";

// Few have not confirmed their address, and lists and totals ask for them. The second index has what decides whether
// the matches of a search are shown, and where, so that a hundred thousand of them are sorted without reading their
// rows.
inline constexpr std::string_view kLargeLists = R"sql(
CREATE INDEX {{concurrently}} IF NOT EXISTS learners_by_activation ON learners (activated, active);
CREATE INDEX {{concurrently}} IF NOT EXISTS learners_for_search
  ON learners (number, active, activated, fullname_key, id);
)sql";

// Lists by name have in one index what searches and filters ask of a learner: among two million, rows are read for the
// page alone. The two indexes that these replace are for the programs of before.
inline constexpr std::string_view kNamesForSearch = R"sql(
CREATE INDEX {{concurrently}} IF NOT EXISTS learners_by_name ON learners (fullname_key, id, number, active, activated);
CREATE INDEX {{concurrently}} IF NOT EXISTS learners_by_active_name
  ON learners (active, fullname_key, id, number, activated);
)sql";

// Turns the ids of those who have a course into numbers without reading their rows. In SQLite the index of ids has the
// number, which is the row's.
inline constexpr std::string_view kNumbersOfIds = R"sql(
{{server_only}} CREATE INDEX {{concurrently}} IF NOT EXISTS learners_numbers ON learners (id, number);
)sql";

}  // namespace academy::auth
