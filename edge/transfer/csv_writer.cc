#include "edge/transfer/csv_writer.h"

namespace academy::edge {
namespace {

// Whether the cell, after any leading apostrophes, would be a formula (OWASP, CSV Injection).
bool IsFormula(std::string_view cell) {
  size_t first = cell.find_first_not_of('\'');
  return first != cell.npos && std::string_view("=+-@\t\r").find(cell[first]) != std::string_view::npos;
}

void AppendCell(std::string_view cell, std::string& out) {
  bool guarded = IsFormula(cell);
  if (cell.find_first_of(",;\"\t\r\n") == cell.npos) {
    if (guarded) out += '\'';
    out += cell;
    return;
  }
  out += guarded ? "\"'" : "\"";
  for (char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

void AppendCsvRow(const std::vector<std::string_view>& cells, std::string& out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    AppendCell(cells[i], out);
  }
  out += "\r\n";
}

std::string_view Unguarded(std::string_view cell) {
  return cell.starts_with('\'') && IsFormula(cell) ? cell.substr(1) : cell;
}

}  // namespace academy::edge
