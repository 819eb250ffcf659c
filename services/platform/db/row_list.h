// Statements over many rows at once: `{rows}` in the text stands for rows of values. On a server such a statement is
// one round trip, however many rows there are; on SQLite it saves what each run of a statement costs.
//
//   std::vector<std::tuple<std::string, int64_t>> rows = ...;
//   ExecuteRows(sql, "INSERT INTO log (text, at) {rows} ON CONFLICT (text) DO NOTHING", rows);
//   QueryRows<LogRow>(sql, "WITH asked (text, at) AS ({rows}) SELECT ... FROM asked CROSS JOIN log WHERE ...", rows);
//
// With CROSS JOIN SQLite looks up each row as it comes, otherwise it first makes a table of them. For `IN ({rows})` it
// reads the whole other table. Values as in query.h, except bool and std::optional.
// SQLite sees the rows in portions, and so does a server beyond a thousand: each portion is one run of the statement.
//
// AddNumberList is for what must see all values at once, as a hash of them does.
//
// Used by the thread that owns the session. All functions may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"
#include "services/platform/db/session.h"

namespace academy {
namespace db_internal {

// Whether the session's engine takes whole columns as arrays.
bool TakesArrays(const soci::session& sql);
// Replaces `{rows}` in `text`.
std::string WithRows(std::string_view text, std::string_view rows);
// Appends a value to the text of an array, which begins with "{".
void AppendElement(std::string& array, std::string_view value);
template <typename Number>
requires std::is_arithmetic_v<Number>
void AppendElement(std::string& array, Number value) {
  if (array.size() > 1) array += ',';
  array += std::to_string(value);
}

template <typename T>
constexpr const char* ArrayType() {
  if constexpr (std::is_same_v<Stored<T>, std::string>) {
    return "text[]";
  } else if constexpr (std::is_same_v<Stored<T>, double>) {
    return "double precision[]";
  } else {
    return std::is_same_v<Stored<T>, int> ? "integer[]" : "bigint[]";
  }
}

template <typename Row, typename Take>
void RunOnce(soci::statement& statement, Target<Row>& target, Take take) {
  if constexpr (std::is_same_v<Row, NoRow>) {
    statement.execute(/*withDataExchange=*/true);
  } else {
    target.Fetch(statement, take);
  }
}

// A statement over `kRows` rows, each value of which is bound.
template <size_t kRows, typename Row, typename... Values>
class BoundRows {
 public:
  BoundRows(soci::session& sql, const char* text) : rows_(kRows), statement_(sql) {
    std::string list = "VALUES ";
    int name = 0;
    for (size_t row = 0; row < kRows; ++row) {
      list += row == 0 ? "(" : ", (";
      for (size_t i = 0; i < sizeof...(Values); ++i) list += (i == 0 ? ":v" : ", :v") + std::to_string(name++);
      list += ")";
      std::apply([&](auto&... value) { (statement_.exchange(soci::use(value)), ...); }, rows_[row]);
    }
    target_.Into(statement_);
    statement_.alloc();
    statement_.prepare(WithRows(text, list));
    statement_.define_and_bind();
  }

  template <typename From, typename Take>
  void Run(From begin, Take take) {
    for (auto& row : rows_) row = *begin++;
    RunOnce(statement_, target_, take);
  }

 private:
  std::vector<std::tuple<Values...>> rows_;
  Target<Row> target_;
  // Bound to the members above.
  soci::statement statement_;
};

// A statement over any number of rows, each column of which is an array.
template <typename Row, typename... Values>
class BoundArrays {
 public:
  BoundArrays(soci::session& sql, const char* text) : statement_(sql) {
    std::string list = "SELECT * FROM unnest(";
    size_t column = 0;
    auto add = [&](const char* type) {
      statement_.exchange(soci::use(columns_[column]));
      list += (column == 0 ? "CAST(:v" : ", CAST(:v") + std::to_string(column) + " AS " + type + ")";
      ++column;
    };
    (add(ArrayType<Values>()), ...);
    target_.Into(statement_);
    statement_.alloc();
    statement_.prepare(WithRows(text, list + ")"));
    statement_.define_and_bind();
  }

  template <typename From, typename Take>
  void Run(From begin, From end, Take take) {
    columns_.fill("{");
    for (; begin != end; ++begin) {
      size_t column = 0;
      std::apply([&](const auto&... value) { (AppendElement(columns_[column++], value), ...); }, *begin);
    }
    for (std::string& column : columns_) column += '}';
    RunOnce(statement_, target_, take);
    // A connection does not keep the memory of its largest statement.
    for (std::string& column : columns_) column = {};
  }

 private:
  std::array<std::string, sizeof...(Values)> columns_;
  Target<Row> target_;
  // Bound to the members above.
  soci::statement statement_;
};

template <size_t kRows, typename Row, typename From, typename Take, typename... Values>
void RunPortions(Session& session, const char* text, From& next, From end, Take take, std::tuple<Values...>* type) {
  for (; static_cast<size_t>(end - next) >= kRows; next += kRows) {
    session.Cached<BoundRows<kRows, Row, Values...>>(text).Run(next, take);
  }
}

template <typename Row, typename... Values, typename Take>
void RunRows(soci::session& sql, SqlText text, const std::vector<std::tuple<Values...>>& rows, Take take) {
  auto& session = static_cast<Session&>(sql);
  auto next = rows.begin();
  if (TakesArrays(sql)) {
    constexpr ptrdiff_t kArray = 1024;
    while (next != rows.end()) {
      auto end = next + std::min(kArray, rows.end() - next);
      session.Cached<BoundArrays<Row, Values...>>(text.c_str()).Run(next, end, take);
      next = end;
    }
    return;
  }
  // More than 128 rows bring no gain on SQLite.
  std::tuple<Values...>* type = nullptr;
  RunPortions<128, Row>(session, text.c_str(), next, rows.end(), take, type);
  RunPortions<16, Row>(session, text.c_str(), next, rows.end(), take, type);
  RunPortions<1, Row>(session, text.c_str(), next, rows.end(), take, type);
}

}  // namespace db_internal

// Adds a SELECT of these numbers in no order, which are one argument of the query however many they are. Once a query.
void AddNumberList(soci::session& sql, const std::vector<int64_t>& numbers, QueryBuilder& query);

// Runs the statement over the rows, which it sees in their order.
template <typename... Values>
void ExecuteRows(soci::session& sql, SqlText text, const std::vector<std::tuple<Values...>>& rows) {
  db_internal::RunRows<db_internal::NoRow>(sql, text, rows, [](const db_internal::NoRow&) {});
}

// Like Query of query.h.
template <typename Row, typename... Values>
auto QueryRows(soci::session& sql, SqlText text, const std::vector<std::tuple<Values...>>& rows) {
  std::vector<decltype(db_internal::RecordOf(std::declval<const Row&>()))> records;
  db_internal::RunRows<Row>(sql, text, rows, [&](const Row& row) { records.push_back(db_internal::RecordOf(row)); });
  return records;
}

}  // namespace academy
