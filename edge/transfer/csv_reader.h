// Reads a CSV file (RFC 4180) piece by piece, in the variants that spreadsheets write: columns separated by `,`, `;` or
// a tab, lines ended by LF, CR or CRLF, in UTF-8 with or without a BOM, or in windows-1256.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

struct CsvRow {
  // The line of the file, from 1, on which the row begins.
  int64_t line = 0;
  // In UTF-8.
  std::vector<std::string> cells;
  // The row is not in the encoding of the rows before it; its cells are empty.
  bool unreadable = false;
};

class CsvReader {
 public:
  enum class Fault {
    kNone,
    // The file begins like UTF-16.
    kUtf16,
    // The file ended, or a row grew beyond 256 KiB, inside quotes.
    kUnterminatedQuote,
  };

  // Adds the next bytes. The separator is determined when the first line is complete.
  void Add(std::string_view piece);
  // Says that there are no more bytes.
  void End();

  // The next complete row; empty lines are skipped. Nullopt until more bytes are added, at the end, and after a fault.
  std::optional<CsvRow> Next();

  Fault fault() const { return fault_; }
  // The line on which the faulty row begins.
  int64_t fault_line() const { return row_line_; }
  // 0 until the first line is complete.
  char delimiter() const { return delimiter_; }
  // `utf-8` or `windows-1256`; `utf-8` as long as everything was ASCII.
  std::string_view encoding() const;

 private:
  enum class State { kCellBegins, kPlain, kQuoted, kQuoteSeen };
  enum class Encoding { kAscii, kUtf8, kWindows1256 };

  // Collects the first line that is not empty, taking it off `piece`. False until it is complete.
  bool TakeFirstLine(std::string_view& piece);
  void ReadFirstLine(std::string line);
  void Read(std::string_view piece);
  void Take(char c);
  void EndCell();
  void EndRow();
  bool Decode(std::string& cell);
  void Fail(Fault fault) { fault_ = fault; }

  // The first line, before its separator is known.
  std::string first_;
  bool first_quoted_ = false;
  char delimiter_ = 0;
  Encoding encoding_ = Encoding::kAscii;

  State state_ = State::kCellBegins;
  bool after_cr_ = false;
  int64_t line_ = 1;
  int64_t row_line_ = 1;
  size_t row_bytes_ = 0;
  std::string cell_;
  std::vector<std::string> cells_;
  std::deque<CsvRow> rows_;
  Fault fault_ = Fault::kNone;
};

}  // namespace academy::edge
