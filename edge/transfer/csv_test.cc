#include <gtest/gtest.h>

#include "edge/transfer/columns.h"
#include "edge/transfer/csv_reader.h"
#include "edge/transfer/csv_writer.h"
#include "edge/transfer/windows_1256.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// Reads `file` in pieces of `size` bytes.
Rows Read(std::string_view file, size_t size, CsvReader& reader) {
  for (; !file.empty(); file.remove_prefix(std::min(size, file.size()))) reader.Add(file.substr(0, size));
  reader.End();
  Rows rows;
  while (std::optional<CsvRow> row = reader.Next()) rows.push_back(row->cells);
  return rows;
}

// The same however the file is split.
void ExpectRows(std::string_view file, const Rows& expected) {
  for (size_t size : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, file.size() + 1}) {
    CsvReader reader;
    EXPECT_EQ(Read(file, size, reader), expected) << file << " in pieces of " << size;
    EXPECT_EQ(reader.fault(), CsvReader::Fault::kNone);
  }
}

TEST(CsvReader, ReadsCellsAsRfc4180WritesThem) {
  ExpectRows("a,b\r\nc,d\r\n", {{"a", "b"}, {"c", "d"}});
  ExpectRows("a,b\nc,d", {{"a", "b"}, {"c", "d"}});
  ExpectRows("a,b\rc,d\r", {{"a", "b"}, {"c", "d"}});
  ExpectRows("a,b\n\"c,\"\"x\"\"\r\ny\",\n", {{"a", "b"}, {"c,\"x\"\r\ny", ""}});
  ExpectRows("a,b\n,\n\n \"x\",y\"z\n\"p\"q,r\n", {{"a", "b"}, {" \"x\"", "y\"z"}, {"pq", "r"}});
  ExpectRows("\r\n\na;b\n1;2\n", {{"a", "b"}, {"1", "2"}});
  ExpectRows("", {});
  ExpectRows("a", {{"a"}});
}

TEST(CsvReader, TakesTheSeparatorThatTheFirstLineHasMostOf) {
  ExpectRows("a;b,c;d\n1;2;3\n", {{"a", "b,c", "d"}, {"1", "2", "3"}});
  ExpectRows("a\tb\n1\t2,5\n", {{"a", "b"}, {"1", "2,5"}});
  ExpectRows("\"a,b,c\";d\n1;2\n", {{"a,b,c", "d"}, {"1", "2"}});
  ExpectRows("sep=;\r\na,b;c\r\n", {{"a,b", "c"}});
}

TEST(CsvReader, CountsLinesOfTheFile) {
  CsvReader reader;
  reader.Add(
      "\xEF\xBB\xBF"
      "a,b\r\n\r\n\"1\n2\r\n3\",x\r\nlast,y\r\n");
  reader.End();
  std::vector<int64_t> lines;
  while (std::optional<CsvRow> row = reader.Next()) lines.push_back(row->line);
  EXPECT_EQ(lines, (std::vector<int64_t>{1, 3, 6}));
  EXPECT_EQ(reader.encoding(), "utf-8");
}

TEST(CsvReader, ReadsWindows1256WhereTheTextIsNoUtf8) {
  CsvReader reader;
  EXPECT_EQ(Read("name\nabc\n\xDD\xC7\xD8\xE3\xC9\n\xE1\xED\xE1\xEC\x80\n", 3, reader),
            (Rows{{"name"}, {"abc"}, {"فاطمة"}, {"ليلى€"}}));
  EXPECT_EQ(reader.encoding(), "windows-1256");
}

TEST(CsvReader, TellsARowInAnotherEncoding) {
  CsvReader reader;
  reader.Add("name\nليلى\n\xDD\xC7\xD8\xE3\xC9\nأمل\n");
  reader.End();
  std::vector<bool> unreadable;
  while (std::optional<CsvRow> row = reader.Next()) unreadable.push_back(row->unreadable);
  EXPECT_EQ(unreadable, (std::vector<bool>{false, false, true, false}));
}

TEST(CsvReader, StopsAtWhatCannotBeRead) {
  CsvReader open;
  EXPECT_EQ(Read("a,b\n1,2\n3,\"4\n5,6\n", 2, open), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(open.fault(), CsvReader::Fault::kUnterminatedQuote);
  EXPECT_EQ(open.fault_line(), 3);
  CsvReader utf16;
  EXPECT_EQ(Read(std::string_view("\xFF\xFE"
                                  "a\0\n\0",
                                  6),
                 1, utf16),
            Rows{});
  EXPECT_EQ(utf16.fault(), CsvReader::Fault::kUtf16);
  CsvReader endless;
  EXPECT_EQ(Read("a\n\"" + std::string(300 * 1024, 'x'), 4096, endless), Rows{{"a"}});
  EXPECT_EQ(endless.fault(), CsvReader::Fault::kUnterminatedQuote);
}

TEST(CsvWriter, LeavesNothingToCompute) {
  for (const char* formula : {"=1+1", "+966", "-2", "@x", "\tx", "\rx", "'=x", "''@x"}) {
    std::string row;
    AppendCsvRow({formula}, row);
    std::string_view cell = row;
    cell.remove_suffix(2);
    if (cell.starts_with('"')) cell = cell.substr(1, cell.size() - 2);
    EXPECT_TRUE(cell.starts_with('\'')) << row;
    EXPECT_EQ(Unguarded(cell), formula);
  }
  for (const char* text : {"", "'", "'quoted'", "1-2", "a=b"}) {
    std::string row;
    AppendCsvRow({text}, row);
    EXPECT_EQ(row, std::string(text) + "\r\n");
    EXPECT_EQ(Unguarded(text), text);
  }
}

TEST(CsvWriter, IsReadAgain) {
  std::string file;
  AppendCsvRow({"a", "b;c", "d\"e", "f,\r\ng", " h "}, file);
  ExpectRows(file, {{"a", "b;c", "d\"e", "f,\r\ng", " h "}});
}

TEST(Columns, AreFoundByTheirNamesInBothLanguages) {
  auto plan = PlanOf({"Full Name", "E-Mail", "x", "تاريخ البدء", "الدورة"});
  ASSERT_OK(plan);
  EXPECT_EQ(plan->read, (std::vector<std::string>{"fullname", "email", "startDate", "course"}));
  EXPECT_EQ(plan->ignored, std::vector<std::string>{"x"});
  EXPECT_EQ(plan->place[static_cast<size_t>(Column::kEmail)], 1);
  EXPECT_EQ(plan->place[static_cast<size_t>(Column::kPassword)], ColumnPlan::kAbsent);
  auto code = [](const std::vector<std::string>& names) { return DetailOf(PlanOf(names).status()).fields.at(0).code; };
  EXPECT_EQ(code({"fullname"}), "email_column_missing");
  EXPECT_EQ(code({"email", "البريد الإلكتروني"}), "column_repeated");
}

}  // namespace
}  // namespace academy::edge
