// Writes CSV as spreadsheets read it, and as an import reads it again: UTF-8 with a BOM, `,`, CRLF.
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

// What a file begins with.
inline constexpr std::string_view kCsvBom = "\xEF\xBB\xBF";

// Appends a row. A cell that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or CR in front) gets an
// apostrophe before it, and so does one that would lose its own apostrophe to Unguarded.
void AppendCsvRow(const std::vector<std::string_view>& cells, std::string& out);

// The cell without the apostrophe that AppendCsvRow put before it.
std::string_view Unguarded(std::string_view cell);

}  // namespace academy::edge
