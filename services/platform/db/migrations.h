// Numbered, forward-only schema migrations. A program runs beside the release before it and the one after it, on one
// database (docs/changes.md): a step that an older program does not survive says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy {

// One step. `sql` holds statements that end in `;`, written for both engines except for the words that Translate*()
// replaces.
struct Migration {
  int version;
  std::string_view name;
  std::string_view sql;
  // The number of the newest migration that a program must know to work with the database after this step; programs
  // that know less are refused from then on. 0: all that worked before go on (new tables, indexes, and columns that are
  // nullable or have a default).
  int oldest = 0;
  // On a server each statement is committed by itself, while others write. All must be repeatable, because a migration
  // that was interrupted begins again.
  bool online = false;
};

// The number of the newest one; 0 for none.
int NewestVersion(const std::vector<Migration>& migrations);
// The `oldest` that holds after all migrations up to `version`.
int FloorAt(const std::vector<Migration>& migrations, int version);

// The places where the engines' SQL differs, as words in a migration:
//   {{serial}}   a growing 64-bit primary key that is never used twice
//   {{bytewise}} after TEXT: compares by bytes (SQLite's own order), so that an index serves prefixes
//   {{append_only TABLE}} as a statement, after the table's own: its rows can be neither changed nor deleted from then
//   on
//   {{concurrently}} after CREATE INDEX: does not block writes while it is made, if the migration is `online`
//   {{server_only}} before a statement: SQLite leaves it out
std::string TranslateForSqlite(std::string_view sql);
std::string TranslateForPostgresql(std::string_view sql, bool online = false);

// The statements of a script. They end with `;` at the end of a line; no migration has that inside a literal.
std::vector<std::string> SplitStatements(const std::string& sql);

}  // namespace academy
