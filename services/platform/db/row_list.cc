#include "services/platform/db/row_list.h"

namespace academy {
namespace db_internal {

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

}  // namespace db_internal

void AddNumberList(soci::session& sql, const std::vector<int64_t>& numbers, QueryBuilder& query) {
  const bool array = db_internal::TakesArrays(sql);
  std::string list(1, array ? '{' : '[');
  for (int64_t number : numbers) db_internal::AppendElement(list, number);
  list += array ? '}' : ']';
  query.Add(array ? "SELECT * FROM unnest(CAST(:numbers AS bigint[]))" : "SELECT value FROM json_each(:numbers)", list);
}

}  // namespace academy
