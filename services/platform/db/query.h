// Runs SQL in one call, with arguments by value. Each statement is prepared once per connection, because parsing costs
// as much as reading a row.
//
//   Execute(sql, "UPDATE courses SET image = :image WHERE id = :id", image, id);
//   std::optional<std::string> title = QueryOne<std::string>(sql, "SELECT title FROM courses WHERE id = :id", id);
//   std::vector<PartRecord> parts = Query<PartRow>(sql, "SELECT id, title FROM parts WHERE course_id = :course",
//   course);
//
// Arguments are bound in order; parameter names are only for the reader. Arguments are strings, numbers, bool, and
// std::optional of these, where nullopt is NULL. A row is one such value, or a struct whose `Columns()` returns
// std::tie of its members in column order; if it has a `ToRecord()`, callers get its result.
//
// Used by the thread that owns the session. All functions may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "services/platform/db/session.h"

namespace academy {

// The text of a statement. Must be a literal or another constant, because statements are cached by its address.
class SqlText {
 public:
  // Not explicit, to be written as a literal.
  consteval SqlText(const char* text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  const char* c_str() const { return text_; }

 private:
  const char* text_;
};

namespace db_internal {

template <typename T>
struct StoredAs {
  using Type = std::conditional_t<
      std::is_convertible_v<T, std::string_view>, std::string,
      std::conditional_t<std::is_same_v<T, bool>, int, std::conditional_t<sizeof(T) <= sizeof(int), T, long long>>>;
};
template <std::floating_point T>
struct StoredAs<T> {
  using Type = double;
};
template <typename T>
struct StoredAs<std::optional<T>> {
  using Type = std::optional<typename StoredAs<T>::Type>;
};
template <typename T>
using Stored = typename StoredAs<std::decay_t<T>>::Type;

// A value that SOCI reads or writes in place.
template <typename T>
struct Place {
  T value{};

  void Use(soci::statement& statement) { statement.exchange(soci::use(value)); }
  template <typename From>
  void Set(const From& from) {
    value = from;
  }
};
template <typename T>
struct Place<std::optional<T>> {
  T value{};
  soci::indicator indicator = soci::i_null;

  void Use(soci::statement& statement) { statement.exchange(soci::use(value, indicator)); }
  template <typename From>
  void Set(const From& from) {
    indicator = from.has_value() ? soci::i_ok : soci::i_null;
    if (from.has_value()) value = *from;
  }
};

// What SOCI needs in addition to a column's target: nothing, unless the column may be NULL.
template <typename T>
struct Column {
  void Into(soci::statement& statement, T& target) { statement.exchange(soci::into(target)); }
  void Take(T& /*target*/) {}
};
template <typename T>
struct Column<std::optional<T>> {
  Place<std::optional<T>> place;

  void Into(soci::statement& statement, std::optional<T>& /*target*/) {
    statement.exchange(soci::into(place.value, place.indicator));
  }
  void Take(std::optional<T>& target) {
    target = place.indicator == soci::i_ok ? std::optional<T>(place.value) : std::nullopt;
  }
};

struct NoRow {
  std::tuple<> Columns() { return {}; }
};

template <typename Row>
auto ColumnsOf(Row& row) {
  if constexpr (requires { row.Columns(); }) {
    return row.Columns();
  } else {
    return std::tie(row);
  }
}

template <typename Row>
auto RecordOf(const Row& row) {
  if constexpr (requires { row.ToRecord(); }) {
    return row.ToRecord();
  } else {
    return row;
  }
}

template <typename Tuple>
struct ColumnTuple;
template <typename... T>
struct ColumnTuple<std::tuple<T&...>> {
  using Type = std::tuple<Column<T>...>;
};

// The columns of a row that SOCI writes into.
template <typename Row>
class Target {
 public:
  void Into(soci::statement& statement) {
    ForEachColumn([&](auto& column, auto& target) { column.Into(statement, target); });
  }

  // Executes the statement and calls `take(const Row&)` for each row. Reads to the end, because a SELECT that stops
  // earlier keeps its snapshot open.
  template <typename Take>
  void Fetch(soci::statement& statement, Take take) {
    statement.execute();
    while (statement.fetch()) {
      ForEachColumn([](auto& column, auto& target) { column.Take(target); });
      take(std::as_const(row_));
    }
  }

 private:
  template <typename Each>
  void ForEachColumn(Each each) {
    auto targets = ColumnsOf(row_);
    [&]<size_t... I>(std::index_sequence<I...>) { (each(std::get<I>(columns_), std::get<I>(targets)), ...); }
    (std::make_index_sequence<std::tuple_size_v<decltype(targets)>>());
  }

  Row row_{};
  typename ColumnTuple<decltype(ColumnsOf(std::declval<Row&>()))>::Type columns_;
};

template <typename Row, typename... Args>
class Statement {
 public:
  Statement(soci::session& sql, const char* text) : statement_(sql) {
    std::apply([&](auto&... argument) { (argument.Use(statement_), ...); }, arguments_);
    target_.Into(statement_);
    statement_.alloc();
    statement_.prepare(text);
    statement_.define_and_bind();
  }

  template <typename... From>
  void Set(const From&... from) {
    std::apply([&](auto&... argument) { (argument.Set(from), ...); }, arguments_);
  }

  long long Execute() {
    statement_.execute(/*withDataExchange=*/true);
    return statement_.get_affected_rows();
  }

  template <typename Take>
  void Fetch(Take take) {
    target_.Fetch(statement_, take);
  }

 private:
  std::tuple<Place<Args>...> arguments_;
  Target<Row> target_;
  // Bound to the members above.
  soci::statement statement_;
};

template <typename Row, typename... Args>
Statement<Row, Stored<Args>...>& Prepare(soci::session& sql, SqlText text, const Args&... arguments) {
  auto& statement = static_cast<Session&>(sql).Cached<Statement<Row, Stored<Args>...>>(text.c_str());
  statement.Set(arguments...);
  return statement;
}

// Prepares and runs a statement once, without caching it; `bind` binds its arguments.
template <typename Row, typename Bind>
auto FetchAll(soci::session& sql, const char* text, Bind bind) {
  Target<Row> target;
  soci::statement statement(sql);
  bind(statement);
  target.Into(statement);
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  std::vector<decltype(RecordOf(std::declval<const Row&>()))> records;
  target.Fetch(statement, [&](const Row& row) { records.push_back(RecordOf(row)); });
  return records;
}

}  // namespace db_internal

// Returns the number of rows that the statement inserted, updated or deleted.
template <typename... Args>
long long Execute(soci::session& sql, SqlText text, const Args&... arguments) {
  return db_internal::Prepare<db_internal::NoRow>(sql, text, arguments...).Execute();
}

template <typename Row, typename... Args>
auto Query(soci::session& sql, SqlText text, const Args&... arguments) {
  std::vector<decltype(db_internal::RecordOf(std::declval<const Row&>()))> records;
  db_internal::Prepare<Row>(sql, text, arguments...).Fetch([&](const Row& row) {
    records.push_back(db_internal::RecordOf(row));
  });
  return records;
}

// Returns the last row; nullopt if there is none. For statements that find at most one.
template <typename Row, typename... Args>
auto QueryOne(soci::session& sql, SqlText text, const Args&... arguments) {
  std::optional<decltype(db_internal::RecordOf(std::declval<const Row&>()))> record;
  db_internal::Prepare<Row>(sql, text, arguments...).Fetch([&](const Row& row) {
    record = db_internal::RecordOf(row);
  });
  return record;
}

// For statements that always return one row, such as a COUNT.
template <typename Row, typename... Args>
auto QueryValue(soci::session& sql, SqlText text, const Args&... arguments) {
  return *QueryOne<Row>(sql, text, arguments...);
}

}  // namespace academy
