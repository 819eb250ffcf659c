// Numbered, forward-only schema migrations.
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
};

// The places where the engines' SQL differs, as words in a migration:
//   {{serial}}   a growing 64-bit primary key that is never used twice
//   {{bytewise}} after TEXT: compares by bytes (SQLite's own order), so that an index serves prefixes
//   {{append_only TABLE}} as a statement, after the table's own: its rows can be neither changed nor deleted from then
//   on
std::string TranslateForSqlite(std::string_view sql);
std::string TranslateForPostgresql(std::string_view sql);

// The statements of a script. They end with `;` at the end of a line; no migration has that inside a literal.
std::vector<std::string> SplitStatements(const std::string& sql);

}  // namespace academy
