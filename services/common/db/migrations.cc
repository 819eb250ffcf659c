#include "services/common/db/migrations.h"

#include "absl/strings/str_replace.h"

namespace academy {
namespace {

absl::string_view Abseil(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string TranslateForSqlite(std::string_view sql) {
  return absl::StrReplaceAll(Abseil(sql), {{"{{serial}}", "INTEGER PRIMARY KEY AUTOINCREMENT"}, {"{{bytewise}}", ""}});
}

std::string TranslateForPostgresql(std::string_view sql) {
  return absl::StrReplaceAll(Abseil(sql), {{"{{serial}}", "BIGSERIAL PRIMARY KEY"}, {"{{bytewise}}", "COLLATE \"C\""}});
}

}  // namespace academy
