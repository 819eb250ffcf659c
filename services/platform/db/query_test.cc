// Contract tests for queries, run on every engine.
#include "services/platform/db/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "services/platform/db/query_builder.h"
#include "services/platform/db/row_list.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr char kSchema[] = "CREATE TABLE item (id TEXT PRIMARY KEY, amount BIGINT NOT NULL, note TEXT);\n";

struct Item {
  std::string id;
  int64_t amount = 0;
  std::optional<std::string> note;

  auto Columns() { return std::tie(id, amount, note); }
  bool operator==(const Item&) const = default;
};

// A row that is converted to another type.
struct Label {
  std::string id;
  int64_t amount = 0;

  auto Columns() { return std::tie(id, amount); }
  std::string ToRecord() const { return id + "=" + std::to_string(amount); }
};

// Counts the prepared statements of the session's connection.
int CountPrepared(Engine engine, soci::session& sql) {
  if (engine == Engine::kPostgresql) {
    int count = 0;
    sql << "SELECT COUNT(*) FROM pg_prepared_statements", soci::into(count);
    return count;
  }
  auto* connection = static_cast<soci::sqlite3_session_backend*>(sql.get_backend())->conn_;
  int count = 0;
  for (auto* each = sqlite_api::sqlite3_next_stmt(connection, nullptr); each != nullptr;
       each = sqlite_api::sqlite3_next_stmt(connection, each)) {
    ++count;
  }
  return count;
}

class QueryTest : public testing::TestWithParam<Engine> {
 protected:
  QueryTest() : database_(GetParam(), {{1, "items", kSchema}}) {}

  absl::Status Write(const std::function<void(soci::session&)>& work) {
    return database_->Write([&](Transaction& tx) {
      work(tx.sql());
      return absl::OkStatus();
    });
  }
  absl::Status Insert(const Item& item) {
    return Write([&](soci::session& sql) {
      Execute(sql, "INSERT INTO item (id, amount, note) VALUES (:id, :amount, :note)", item.id, item.amount, item.note);
    });
  }
  template <typename Result>
  Result Read(const std::function<Result(soci::session&)>& work) {
    return *database_->Read([&](soci::session& sql) -> absl::StatusOr<Result> { return work(sql); });
  }
  std::vector<Item> All() {
    return Read<std::vector<Item>>(
        [](soci::session& sql) { return Query<Item>(sql, "SELECT id, amount, note FROM item ORDER BY id"); });
  }

  TestDatabase database_;
};

TEST_P(QueryTest, WhatIsWrittenIsReadWithItsNulls) {
  ASSERT_OK(Insert({.id = "a", .amount = 1'000'000'000'000, .note = "first"}));
  ASSERT_OK(Insert({.id = "b", .amount = -2, .note = std::nullopt}));
  ASSERT_OK(Insert({.id = "c", .amount = 3, .note = ""}));
  EXPECT_THAT(All(), ElementsAre(Item{.id = "a", .amount = 1'000'000'000'000, .note = "first"},
                                 Item{.id = "b", .amount = -2, .note = std::nullopt},
                                 Item{.id = "c", .amount = 3, .note = ""}));
}

TEST_P(QueryTest, ARowBecomesItsRecord) {
  ASSERT_OK(Insert({.id = "a", .amount = 1, .note = std::nullopt}));
  EXPECT_THAT(Read<std::vector<std::string>>([](soci::session& sql) {
                return Query<Label>(sql, "SELECT id, amount FROM item WHERE amount > :least", 0);
              }),
              ElementsAre("a=1"));
}

TEST_P(QueryTest, OneRowIsFoundOrNot) {
  ASSERT_OK(Insert({.id = "a", .amount = 5, .note = std::nullopt}));
  auto amount_of = [&](const char* id) {
    return Read<std::optional<int64_t>>(
        [&](soci::session& sql) { return QueryOne<int64_t>(sql, "SELECT amount FROM item WHERE id = :id", id); });
  };
  EXPECT_THAT(amount_of("a"), Optional(5));
  EXPECT_EQ(amount_of("b"), std::nullopt);
}

TEST_P(QueryTest, AWriteSaysHowManyRowsItChanged) {
  for (const char* id : {"a", "b", "c"}) ASSERT_OK(Insert({.id = id, .amount = 1, .note = std::nullopt}));
  ASSERT_OK(Write([](soci::session& sql) {
    EXPECT_EQ(Execute(sql, "UPDATE item SET amount = 2 WHERE id <> :id", "a"), 2);
    EXPECT_EQ(Execute(sql, "DELETE FROM item WHERE id = :id", "d"), 0);
  }));
}

TEST_P(QueryTest, AStatementIsPreparedOnceOnAConnectionAndSeesEachTimeWhatIsThere) {
  int prepared = 0;
  for (int64_t i = 0; i < 20; ++i) {
    std::string id = "item " + std::to_string(i);
    ASSERT_OK(Write([&](soci::session& sql) {
      EXPECT_EQ(QueryOne<int64_t>(sql, "SELECT amount FROM item WHERE id = :id", id), std::nullopt);
      Execute(sql, "INSERT INTO item (id, amount) VALUES (:id, :amount)", id, i);
      EXPECT_THAT(QueryOne<int64_t>(sql, "SELECT amount FROM item WHERE id = :id", id), Optional(i));
      if (i == 0) prepared = CountPrepared(GetParam(), sql);
      EXPECT_EQ(CountPrepared(GetParam(), sql), prepared);
    }));
  }
}

TEST_P(QueryTest, AStatementThatFailedWorksAgainAndIsNotLeftBehind) {
  ASSERT_OK(Insert({.id = "a", .amount = 1, .note = std::nullopt}));
  auto prepared = [&] {
    int count = 0;
    EXPECT_OK(Write([&](soci::session& sql) { count = CountPrepared(GetParam(), sql); }));
    return count;
  };
  int before = prepared();
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(Insert({.id = "a", .amount = 1, .note = std::nullopt}), StatusIs(absl::StatusCode::kAlreadyExists));
  }
  ASSERT_OK(Insert({.id = "b", .amount = 1, .note = std::nullopt}));
  EXPECT_LE(prepared(), before);
  EXPECT_EQ(All().size(), 2u);
}

TEST_P(QueryTest, AStatementTakesAnyNumberOfRows) {
  using Rows = std::vector<std::tuple<std::string, int64_t>>;
  // A server sees more than a thousand in two runs; SQLite in runs of 128, of 16 and of single ones.
  for (int64_t count : {0, 1, 15, 16, 150, 2100}) {
    Rows rows;
    Rows asked;
    for (int64_t i = 0; i < count; ++i) rows.emplace_back(std::to_string(10'000 + i), i);
    for (int64_t i = 0; i < count; ++i) asked.emplace_back(std::to_string(10'000 + i), i % 3 == 0 ? i : -1);
    ASSERT_OK(Write([&](soci::session& sql) {
      Execute(sql, "DELETE FROM item");
      for (int64_t again = 0; again < 2; ++again) {
        ExecuteRows(sql,
                    "INSERT INTO item (id, amount) {rows} ON CONFLICT (id) DO UPDATE SET amount = excluded.amount,"
                    " note = 'changed'",
                    rows);
      }
      std::vector<std::string> expected;
      for (int64_t i = 0; i < count; i += 3) expected.push_back(std::to_string(10'000 + i) + "=" + std::to_string(i));
      EXPECT_EQ(QueryRows<Label>(sql,
                                 "WITH asked (id, amount) AS ({rows}) SELECT item.id, item.amount FROM asked"
                                 " JOIN item ON item.id = asked.id AND item.amount = asked.amount",
                                 asked),
                expected);
    }));
    std::vector<Item> stored = All();
    ASSERT_EQ(stored.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(stored[i], (Item{.id = std::get<0>(rows[i]), .amount = std::get<1>(rows[i]), .note = "changed"}));
    }
  }
}

TEST_P(QueryTest, RowsOfAStatementMayHoldAnyText) {
  std::vector<std::tuple<std::string, int64_t>> rows;
  int64_t next = 0;
  for (const char* text : {"", "NULL", "null", "a,b", "{a}", "\"quoted\"", "back\\slash", "'", " space ", "سطر\n",
                           "$1 :v0 {rows}", "\\\"", "\t"}) {
    rows.emplace_back(text, ++next);
  }
  ASSERT_OK(Write([&](soci::session& sql) { ExecuteRows(sql, "INSERT INTO item (id, amount) {rows}", rows); }));
  std::vector<Item> stored = All();
  std::sort(stored.begin(), stored.end(), [](const Item& a, const Item& b) { return a.amount < b.amount; });
  ASSERT_EQ(stored.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(stored[i].id, std::get<0>(rows[i]));
}

TEST_P(QueryTest, AStatementOverRowsIsPreparedOnce) {
  std::vector<int> prepared;
  for (int64_t i = 0; i < 3; ++i) {
    std::vector<std::tuple<std::string, int64_t>> rows;
    for (int64_t row = 0; row < 150; ++row) rows.emplace_back(std::to_string(1000 * i + row), row);
    ASSERT_OK(Write([&](soci::session& sql) {
      ExecuteRows(sql, "INSERT INTO item (id, amount) {rows}", rows);
      prepared.push_back(CountPrepared(GetParam(), sql));
    }));
  }
  EXPECT_EQ(prepared[1], prepared[0]);
  EXPECT_EQ(prepared[2], prepared[0]);
}

TEST_P(QueryTest, ABuiltQueryFindsWhatItsPiecesAskFor) {
  for (const char* id : {"a", "b", "c", "d"}) ASSERT_OK(Insert({.id = id, .amount = id[0], .note = std::nullopt}));
  auto found = [&](QueryBuilder query) {
    return Read<std::vector<std::string>>([&](soci::session& sql) { return query.Run<std::string>(sql); });
  };
  EXPECT_THAT(found(QueryBuilder("SELECT id FROM item WHERE amount > :least", int64_t{'a'})
                        .Add(" AND id <> :id", "c")
                        .Add(" ORDER BY id")),
              ElementsAre("b", "d"));
  std::vector<std::string> ids = {"d", "a", "x"};
  EXPECT_THAT(found(QueryBuilder("SELECT id FROM item WHERE id IN ").AddIds(ids).Add(" ORDER BY id LIMIT :limit", 5)),
              ElementsAre("a", "d"));
}

TEST_P(QueryTest, AnEmptyTableGivesNoRows) { EXPECT_THAT(All(), IsEmpty()); }

INSTANTIATE_TEST_SUITE_P(Engines, QueryTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(QueryTest, ANumberListIsOneArgumentHoweverLong) {
  for (int amount : {1, 2, 3}) ASSERT_OK(Insert({.id = std::to_string(amount), .amount = amount}));
  auto among = [&](const std::vector<int64_t>& numbers) {
    return Read<std::vector<std::string>>([&](soci::session& sql) {
      QueryBuilder query("SELECT id FROM item WHERE amount >= :least AND amount IN (", 2);
      AddNumberList(sql, numbers, query);
      query.Add(") ORDER BY id");
      return query.Run<std::string>(sql);
    });
  };
  EXPECT_THAT(among({1, 2, 9'000'000'000'000}), ElementsAre("2"));
  EXPECT_THAT(among({}), IsEmpty());
  std::vector<int64_t> many(30'000, 3);
  many.push_back(-2);
  EXPECT_THAT(among(many), ElementsAre("3"));
}

}  // namespace
}  // namespace academy
