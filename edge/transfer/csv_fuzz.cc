#include "edge/transfer/csv_reader.h"
#include "edge/transfer/csv_writer.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::edge::CsvReader;
using academy::edge::CsvRow;
using academy::fuzz::Input;

namespace {

std::vector<CsvRow> Read(std::string_view file, size_t piece, CsvReader& reader) {
  std::vector<CsvRow> rows;
  auto take = [&] {
    while (std::optional<CsvRow> row = reader.Next()) rows.push_back(*std::move(row));
  };
  for (; !file.empty(); file.remove_prefix(std::min(piece, file.size()))) {
    reader.Add(file.substr(0, piece));
    take();
  }
  reader.End();
  take();
  return rows;
}

bool Same(const std::vector<CsvRow>& a, const std::vector<CsvRow>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const CsvRow& x, const CsvRow& y) {
    return x.line == y.line && x.cells == y.cells && x.unreadable == y.unreadable;
  });
}

}  // namespace

// The size of the pieces, then the file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t piece = 1 + input.Byte() % 32;
  std::string_view file = input.Rest();
  CsvReader whole, pieces;
  std::vector<CsvRow> rows = Read(file, file.size() + 1, whole);
  FUZZ_CHECK(Same(rows, Read(file, piece, pieces)));
  FUZZ_CHECK(whole.fault() == pieces.fault() && whole.delimiter() == pieces.delimiter());
  FUZZ_CHECK(whole.fault() == CsvReader::Fault::kNone || whole.fault_line() == pieces.fault_line());
  FUZZ_CHECK(whole.encoding() == pieces.encoding());

  int64_t line = 0;
  std::string written(academy::edge::kCsvBom);
  // Two columns at least, so that the separator can be told.
  academy::edge::AppendCsvRow({"a", "b"}, written);
  std::vector<std::vector<std::string>> cells = {{"a", "b"}};
  for (const CsvRow& row : rows) {
    FUZZ_CHECK(row.line > line);
    line = row.line;
    for (const std::string& cell : row.cells) FUZZ_CHECK(academy::IsUtf8(cell));
    if (row.unreadable) continue;
    academy::edge::AppendCsvRow({row.cells.begin(), row.cells.end()}, written);
    cells.push_back(row.cells);
  }
  CsvReader reader;
  std::vector<CsvRow> again = Read(written, written.size(), reader);
  FUZZ_CHECK(reader.fault() == CsvReader::Fault::kNone && again.size() == cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    FUZZ_CHECK(again[i].cells.size() == cells[i].size());
    for (size_t j = 0; j < cells[i].size(); ++j) {
      FUZZ_CHECK(academy::edge::Unguarded(again[i].cells[j]) == cells[i][j]);
    }
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "cells", .head = "0a,b\n", .piece = ",", .tail = "x"},
      {.name = "rows", .head = "0a,b\n", .piece = "c\n", .tail = ""},
      {.name = "empty_lines", .head = "0", .piece = "\n", .tail = "a,b\n"},
      {.name = "open_quote", .head = "0a,b\n\"", .piece = "\"\"", .tail = ""},
      {.name = "first_line", .head = "0a", .piece = ";,", .tail = "\n"},
      {.name = "returns", .head = "0a,b\n\"", .piece = "\r\n", .tail = "\""},
      {.name = "windows_1256", .head = "0a,b\n\xdd,", .piece = "\xc7", .tail = "\n"},
      {.name = "apostrophes", .head = "0a,b\n", .piece = "'", .tail = "=1\n"},
  };
}

}  // namespace academy::fuzz
