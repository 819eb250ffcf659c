// Reads a CSV file (RFC 4180) piece by piece, as spreadsheets write them: columns separated by `,`, `;` or a tab, lines
// ended by LF, CR or CRLF, in UTF-8 with a BOM or without, or in windows-1256.
//
// Used by one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

struct CsvRow {
  // Of the file, from 1, where the row begins.
  int64_t line = 0;
  // In UTF-8.
  std::vector<std::string> cells;
  // What it says is not in the encoding of the rows before; its cells are empty.
  bool unreadable = false;
};

class CsvReader {
 public:
  enum class Fault {
    kNone,
    // Begins as UTF-16 does.
    kUtf16,
    // The file ended, or a row grew beyond 256 KiB, within quotes.
    kUnterminatedQuote,
  };

  // The next bytes. The columns' separator is found once the first line is whole.
  void Add(std::string_view piece);
  // There are no more.
  void End();

  // The next row that is whole, without empty lines; nothing until more bytes come, at the end, or after a fault.
  std::optional<CsvRow> Next();

  Fault fault() const { return fault_; }
  // The line that the faulty row begins in.
  int64_t fault_line() const { return row_line_; }
  // As far as is known: 0 before the first line.
  char delimiter() const { return delimiter_; }
  // `utf-8` or `windows-1256`; UTF-8 while everything was ASCII.
  std::string_view encoding() const;

 private:
  enum class State { kCellBegins, kPlain, kQuoted, kQuoteSeen };
  enum class Encoding { kAscii, kUtf8, kWindows1256 };

  // Keeps the first line that says something together until it is whole, and takes it off `piece`. False while it is
  // not.
  bool TakeFirstLine(std::string_view& piece);
  void ReadFirstLine(std::string line);
  void Read(std::string_view piece);
  void Take(char c);
  void EndCell();
  void EndRow();
  bool Decode(std::string& cell);
  void Fail(Fault fault) { fault_ = fault; }

  // Of the first line, before its separator is known.
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
