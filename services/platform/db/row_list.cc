#include "services/platform/db/row_list.h"

namespace academy::db_internal {

bool TakesArrays(const soci::session& sql) { return sql.get_backend_name() == "postgresql"; }

std::string WithRows(std::string_view text, std::string_view rows) {
  constexpr std::string_view kMark = "{rows}";
  std::string result(text);
  result.replace(text.find(kMark), kMark.size(), rows);
  return result;
}

void AppendElement(std::string& array, std::string_view value) {
  if (array.size() > 1) array += ',';
  array += '"';
  for (char c : value) {
    if (c == '"' || c == '\\') array += '\\';
    array += c;
  }
  array += '"';
}

}  // namespace academy::db_internal
