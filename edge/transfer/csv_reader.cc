#include "edge/transfer/csv_reader.h"

#include <algorithm>
#include <utility>

#include "edge/transfer/windows_1256.h"
#include "services/platform/encoding/utf8.h"

namespace academy::edge {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
// Far beyond any real row: a quote opened by mistake must not swallow the rest of the file.
constexpr size_t kMaxRow = 256 * 1024;

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The separator that occurs most often in the line, outside quotes.
char DelimiterOf(std::string_view line) {
  constexpr std::string_view kDelimiters = ",;\t";
  size_t most = 0;
  char delimiter = ',';
  for (char candidate : kDelimiters) {
    bool quoted = false;
    size_t count = 0;
    for (char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) ++count;
    }
    if (count <= most) continue;
    most = count;
    delimiter = candidate;
  }
  return delimiter;
}

}  // namespace

std::string_view CsvReader::encoding() const { return encoding_ == Encoding::kWindows1256 ? "windows-1256" : "utf-8"; }

void CsvReader::Add(std::string_view piece) {
  if (fault_ != Fault::kNone) return;
  if (delimiter_ == 0 && !TakeFirstLine(piece)) return;
  Read(piece);
}

bool CsvReader::TakeFirstLine(std::string_view& piece) {
  while (delimiter_ == 0) {
    size_t end = 0;
    bool whole = false;
    while (end < piece.size() && !whole) {
      char c = piece[end++];
      if (c == '"') first_quoted_ = !first_quoted_;
      whole = !first_quoted_ && (c == '\n' || c == '\r');
    }
    first_ += piece.substr(0, end);
    piece.remove_prefix(end);
    if (first_.starts_with("\xFF\xFE") || first_.starts_with("\xFE\xFF")) Fail(Fault::kUtf16);
    if (first_.size() > kMaxRow) Fail(Fault::kUnterminatedQuote);
    if (!whole || fault_ != Fault::kNone) return false;
    ReadFirstLine(std::exchange(first_, {}));
  }
  return true;
}

void CsvReader::ReadFirstLine(std::string line) {
  if (line.starts_with(kBom)) {
    encoding_ = Encoding::kUtf8;
    line.erase(0, kBom.size());
  }
  // An empty line before the first still counts for line numbers.
  if (line.size() == 1) return Read(line);
  // Excel's separator line, `sep=;`.
  if (line.starts_with("sep=") && line.find_first_of("\r\n") == 5) {
    delimiter_ = line[4];
    return Read(std::string_view(line).substr(5));
  }
  delimiter_ = DelimiterOf(line);
  Read(line);
}

void CsvReader::End() {
  if (fault_ != Fault::kNone) return;
  if (delimiter_ == 0) {
    // The file's only line has no line end.
    std::string_view end = "\n";
    if (first_quoted_) {
      ReadFirstLine(std::move(first_));
    } else if (!first_.empty()) {
      TakeFirstLine(end);
    }
  }
  if (fault_ != Fault::kNone) return;
  if (state_ == State::kQuoted) return Fail(Fault::kUnterminatedQuote);
  if (state_ != State::kCellBegins || !cells_.empty()) EndRow();
}

std::optional<CsvRow> CsvReader::Next() {
  if (rows_.empty()) return std::nullopt;
  CsvRow row = std::move(rows_.front());
  rows_.pop_front();
  return row;
}

void CsvReader::Read(std::string_view piece) {
  for (char c : piece) {
    if (fault_ != Fault::kNone) return;
    if (after_cr_) {
      after_cr_ = false;
      // The second half of a CRLF whose CR already ended the line.
      if (c == '\n') {
        if (state_ == State::kQuoted) cell_ += c;
        continue;
      }
    }
    Take(c);
  }
}

void CsvReader::Take(char c) {
  if (++row_bytes_ > kMaxRow) return Fail(Fault::kUnterminatedQuote);
  bool line_end = c == '\n' || c == '\r';
  if (line_end) {
    ++line_;
    after_cr_ = c == '\r';
  }
  if (state_ == State::kQuoted) {
    if (c == '"') {
      state_ = State::kQuoteSeen;
    } else {
      cell_ += c;
    }
  } else if (line_end) {
    EndRow();
  } else if (c == delimiter_) {
    EndCell();
  } else if (c == '"' && state_ == State::kCellBegins) {
    state_ = State::kQuoted;
  } else if (c == '"' && state_ == State::kQuoteSeen) {
    cell_ += c;
    state_ = State::kQuoted;
  } else {
    cell_ += c;
    state_ = State::kPlain;
  }
}

void CsvReader::EndCell() {
  cells_.push_back(std::move(cell_));
  cell_.clear();
  state_ = State::kCellBegins;
}

void CsvReader::EndRow() {
  EndCell();
  CsvRow row{.line = row_line_, .cells = std::move(cells_)};
  cells_.clear();
  row_line_ = line_;
  row_bytes_ = 0;
  bool empty = std::all_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return cell.empty(); });
  if (empty) return;
  bool readable = true;
  for (std::string& cell : row.cells) readable = readable && Decode(cell);
  if (!readable) {
    row.unreadable = true;
    row.cells.clear();
  }
  rows_.push_back(std::move(row));
}

bool CsvReader::Decode(std::string& cell) {
  if (IsAscii(cell)) return true;
  if (encoding_ == Encoding::kWindows1256) {
    cell = FromWindows1256(cell);
    return true;
  }
  bool utf8 = IsUtf8(cell);
  // The first text that is not ASCII decides; until then both encodings are the same.
  if (encoding_ == Encoding::kAscii) encoding_ = utf8 ? Encoding::kUtf8 : Encoding::kWindows1256;
  if (encoding_ == Encoding::kUtf8) return utf8;
  cell = FromWindows1256(cell);
  return true;
}

}  // namespace academy::edge
