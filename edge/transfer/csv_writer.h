// Writes CSV that spreadsheets and the import can read: UTF-8 with a BOM, `,`, CRLF.
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

// Every file begins with it.
inline constexpr std::string_view kCsvBom = "\xEF\xBB\xBF";

// Appends a row. A cell that a spreadsheet would take for a formula (beginning with `=`, `+`, `-`, `@`, tab or CR) gets
// an apostrophe in front, and so does a cell from which Unguarded would remove the cell's own apostrophe.
void AppendCsvRow(const std::vector<std::string_view>& cells, std::string& out);

// The cell without the apostrophe that AppendCsvRow added.
std::string_view Unguarded(std::string_view cell);

}  // namespace academy::edge
