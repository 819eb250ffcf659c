#include "services/platform/db/migrations.h"

#include <algorithm>

#include "absl/strings/str_replace.h"

namespace academy {
namespace {

constexpr char kServerOnly[] = "{{server_only}} ";

absl::string_view Abseil(std::string_view text) { return {text.data(), text.size()}; }

// Replaces each {{append_only name}} in `sql` with `statements`, in which TABLE stands for the name.
std::string ExpandAppendOnly(std::string_view sql, std::string_view statements) {
  constexpr std::string_view kBegin = "{{append_only ";
  std::string expanded;
  while (true) {
    size_t begin = sql.find(kBegin);
    size_t end = begin == sql.npos ? sql.npos : sql.find("}}", begin);
    if (end == sql.npos) return expanded.append(sql);
    std::string_view table = sql.substr(begin + kBegin.size(), end - begin - kBegin.size());
    expanded.append(sql.substr(0, begin));
    expanded.append(absl::StrReplaceAll(Abseil(statements), {{"TABLE", Abseil(table)}}));
    sql.remove_prefix(end + 2);
  }
}

// Leaves out the statements that begin with the mark.
std::string WithoutServersOnly(std::string sql) {
  for (size_t begin = sql.find(kServerOnly); begin != sql.npos; begin = sql.find(kServerOnly, begin)) {
    const size_t end = sql.find(";\n", begin);
    sql.erase(begin, end == sql.npos ? end : end + 2 - begin);
  }
  return sql;
}

constexpr std::string_view kAppendOnlySqlite =
    "CREATE TRIGGER TABLE_no_update BEFORE UPDATE ON TABLE BEGIN SELECT RAISE(ABORT, 'TABLE is append-only'); END;\n"
    "CREATE TRIGGER TABLE_no_delete BEFORE DELETE ON TABLE BEGIN SELECT RAISE(ABORT, 'TABLE is append-only'); END";

constexpr std::string_view kAppendOnlyPostgresql =
    "CREATE FUNCTION TABLE_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "'BEGIN RAISE EXCEPTION ''TABLE is append-only''; END';\n"
    "CREATE TRIGGER TABLE_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON TABLE "
    "FOR EACH STATEMENT EXECUTE FUNCTION TABLE_refuse()";

}  // namespace

int NewestVersion(const std::vector<Migration>& migrations) {
  int newest = 0;
  for (const Migration& migration : migrations) newest = std::max(newest, migration.version);
  return newest;
}

int FloorAt(const std::vector<Migration>& migrations, int version) {
  int floor = 0;
  for (const Migration& migration : migrations) {
    if (migration.version <= version) floor = std::max(floor, migration.oldest);
  }
  return floor;
}

std::string TranslateForSqlite(std::string_view sql) {
  return absl::StrReplaceAll(
      WithoutServersOnly(ExpandAppendOnly(sql, kAppendOnlySqlite)),
      {{"{{serial}}", "INTEGER PRIMARY KEY AUTOINCREMENT"}, {"{{bytewise}}", ""}, {"{{concurrently}} ", ""}});
}

std::string TranslateForPostgresql(std::string_view sql, bool online) {
  return absl::StrReplaceAll(ExpandAppendOnly(sql, kAppendOnlyPostgresql),
                             {{kServerOnly, ""},
                              {"{{serial}}", "BIGSERIAL PRIMARY KEY"},
                              {"{{bytewise}}", "COLLATE \"C\""},
                              {"{{concurrently}} ", online ? "CONCURRENTLY " : ""}});
}

std::vector<std::string> SplitStatements(const std::string& sql) {
  std::vector<std::string> statements;
  for (size_t begin = 0; begin < sql.size();) {
    size_t end = sql.find(";\n", begin);
    if (end == sql.npos) end = sql.size();
    std::string statement = sql.substr(begin, end - begin);
    if (statement.find_first_not_of(" \n\t;") != statement.npos) statements.push_back(std::move(statement));
    begin = end + 1;
  }
  return statements;
}

}  // namespace academy
