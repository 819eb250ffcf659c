// Writes with plain SQLite what a service has written, for comparison.
//   raw_writes copy FROM TO: copies a database that its service may be using.
//   raw_writes replay BASE AFTER CALLS THREADS HASHES OUTBOX TABLE...: BASE and AFTER are copies of before and after
// CALLS calls. Makes the rows of the tables in BASE those of AFTER, in CALLS transactions of equal shares, by THREADS
// threads, of which each makes HASHES hashes of a password before each of its transactions. OUTBOX is the number of
// rows that the calls put into the audit outbox, which is empty again in AFTER. Prints `{"calls", "rows", "seconds",
// "cpuSeconds"}`.
//
// The connection has the settings of a service's own (services/platform/db/database.cc), but does not check foreign
// keys, as equal shares are not exactly those of the calls. Each statement is prepared once, and the rows are in memory
// before the clock starts.
#include <sqlite3.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "services/auth/passwords/passwords.h"

namespace academy {
namespace {

// Of an assignment's event.
constexpr size_t kOutboxPayload = 640;

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinishStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
struct FreeValue {
  void operator()(sqlite3_value* value) const { sqlite3_value_free(value); }
};
using Connection = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;
using Row = std::vector<std::unique_ptr<sqlite3_value, FreeValue>>;

void Require(bool fine, sqlite3* database) {
  if (!fine) throw std::runtime_error(sqlite3_errmsg(database));
}

Connection Open(const std::string& path) {
  sqlite3* opened = nullptr;
  int result = sqlite3_open(path.c_str(), &opened);
  Connection database(opened);
  Require(result == SQLITE_OK, opened);
  return database;
}

Statement Prepare(sqlite3* database, const std::string& text) {
  sqlite3_stmt* prepared = nullptr;
  Require(sqlite3_prepare_v2(database, text.c_str(), -1, &prepared, nullptr) == SQLITE_OK, database);
  return Statement(prepared);
}

void Run(sqlite3* database, const std::string& text) {
  Require(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, database);
}

std::vector<Row> Read(sqlite3* database, const std::string& text) {
  Statement statement = Prepare(database, text);
  std::vector<Row> rows;
  while (sqlite3_step(statement.get()) == SQLITE_ROW) {
    Row& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(statement.get()); ++i)
      row.emplace_back(sqlite3_value_dup(sqlite3_column_value(statement.get(), i)));
  }
  return rows;
}

void Copy(const std::string& from, const std::string& to) {
  Connection source = Open(from);
  // The service alone checkpoints its database.
  sqlite3_db_config(source.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  Connection target = Open(to);
  sqlite3_backup* backup = sqlite3_backup_init(target.get(), "main", source.get(), "main");
  Require(backup != nullptr, target.get());
  sqlite3_backup_step(backup, -1);
  Require(sqlite3_backup_finish(backup) == SQLITE_OK, target.get());
}

// One statement and the rows that it is run with.
struct Change {
  Statement statement;
  std::vector<Row> rows;
};

std::string TextOf(const Row& row) { return reinterpret_cast<const char*>(sqlite3_value_text(row[0].get())); }

std::string Join(const std::vector<std::string>& texts, const std::string& before, const std::string& between) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : between) + before + text;
  return joined;
}

// Appends what makes the table of `database` that of the attached `after`.
void AddChanges(sqlite3* database, const std::string& table, std::vector<Change>& changes) {
  const std::string both = " FROM after." + table + " a JOIN main." + table + " b ON b.rowid = a.rowid ";
  std::vector<std::string> columns;
  std::vector<std::string> changed;
  for (const Row& row : Read(database, "SELECT name FROM pragma_table_info('" + table + "')")) {
    std::string column = TextOf(row);
    columns.push_back(column);
    std::string differs = "SELECT 1" + both + "WHERE a." + column + " IS NOT b." + column + " LIMIT 1";
    if (!Read(database, differs).empty()) changed.push_back(column);
  }
  std::string marks = "?";
  for (size_t i = 0; i < columns.size(); ++i) marks += ", ?";
  changes.push_back({.statement = Prepare(database, "INSERT OR REPLACE INTO main." + table + " (rowid, " +
                                                        Join(columns, "", ", ") + ") VALUES (" + marks + ")"),
                     .rows = Read(database, "SELECT a.rowid, " + Join(columns, "a.", ", ") + " FROM after." + table +
                                                " a LEFT JOIN main." + table +
                                                " b ON b.rowid = a.rowid WHERE b.rowid IS NULL ORDER BY a.rowid")});
  if (changed.empty()) return;
  std::string set;
  std::string differs;
  for (const std::string& column : changed) {
    set += (set.empty() ? "" : ", ") + column + " = ?";
    differs += (differs.empty() ? "a." : " OR a.") + column + " IS NOT b." + column;
  }
  changes.push_back({.statement = Prepare(database, "UPDATE main." + table + " SET " + set + " WHERE rowid = ?"),
                     .rows = Read(database, "SELECT " + Join(changed, "a.", ", ") + ", a.rowid" + both + "WHERE " +
                                                differs + " ORDER BY a.rowid")});
}

void AddOutbox(sqlite3* database, size_t rows, std::vector<Change>& changes) {
  if (rows == 0) return;
  changes.push_back(
      {.statement = Prepare(database, "INSERT INTO main.audit_outbox (payload, refused) VALUES (?, ?)"), .rows = {}});
  Statement row = Prepare(database, "SELECT hex(zeroblob(" + std::to_string(kOutboxPayload / 2) + ")), 0");
  for (size_t i = 0; i < rows; ++i) {
    sqlite3_step(row.get());
    Row& copy = changes.back().rows.emplace_back();
    for (int j = 0; j < 2; ++j) copy.emplace_back(sqlite3_value_dup(sqlite3_column_value(row.get(), j)));
    sqlite3_reset(row.get());
  }
}

void Write(sqlite3* database, sqlite3_stmt* statement, const Row& row) {
  for (size_t i = 0; i < row.size(); ++i) sqlite3_bind_value(statement, static_cast<int>(i) + 1, row[i].get());
  Require(sqlite3_step(statement) == SQLITE_DONE, database);
  sqlite3_reset(statement);
}

// The share of call `call` in each change. Rows of which there are fewer than calls, such as a counter's, are written
// by each call.
size_t WriteCall(sqlite3* database, const std::vector<Change>& changes, size_t call, size_t calls) {
  size_t written = 0;
  Run(database, "BEGIN IMMEDIATE");
  for (const Change& change : changes) {
    size_t count = change.rows.size();
    if (count == 0) continue;
    bool counter = count < calls;
    size_t begin = counter ? call % count : count * call / calls;
    size_t end = counter ? begin + 1 : count * (call + 1) / calls;
    for (size_t i = begin; i < end; ++i, ++written) Write(database, change.statement.get(), change.rows[i]);
  }
  Run(database, "COMMIT");
  return written;
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void Replay(const std::string& base, const std::string& after, size_t calls, int threads, int hashes, size_t outbox,
            const std::vector<std::string>& tables) {
  Connection database = Open(base);
  for (const char* setting : {"journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8000"}) {
    Run(database.get(), std::string("PRAGMA ") + setting);
  }
  Run(database.get(), "ATTACH '" + after + "' AS after");
  std::vector<Change> changes;
  for (const std::string& table : tables) AddChanges(database.get(), table, changes);
  AddOutbox(database.get(), outbox, changes);
  Run(database.get(), "DETACH after");

  std::unique_ptr<auth::Passwords> passwords = hashes > 0 ? std::make_unique<auth::Passwords>() : nullptr;
  std::atomic<size_t> next = 0;
  std::mutex one_writer;
  size_t rows = 0;
  using Clock = std::chrono::steady_clock;
  const double cpu = CpuSeconds();
  const Clock::time_point begun = Clock::now();
  auto work = [&] {
    for (size_t call = next++; call < calls; call = next++) {
      for (int i = 0; i < hashes; ++i) passwords->Hash("Correct-horse-" + std::to_string(i));
      std::lock_guard lock(one_writer);
      rows += WriteCall(database.get(), changes, call, calls);
    }
  };
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  std::printf("{\"calls\":%zu,\"rows\":%zu,\"seconds\":%.6f,\"cpuSeconds\":%.6f}\n", calls, rows, seconds,
              CpuSeconds() - cpu);
}

}  // namespace
}  // namespace academy

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  try {
    if (args.size() == 3 && args[0] == "copy") {
      academy::Copy(args[1], args[2]);
      std::printf("{}\n");
    } else if (args.size() > 7 && args[0] == "replay") {
      academy::Replay(args[1], args[2], std::stoul(args[3]), std::stoi(args[4]), std::stoi(args[5]),
                      std::stoul(args[6]), {args.begin() + 7, args.end()});
    } else {
      return std::fputs("usage: raw_writes copy FROM TO | replay BASE AFTER CALLS THREADS HASHES OUTBOX TABLE...\n",
                        stderr),
             2;
    }
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "raw_writes: %s\n", error.what()), 1;
  }
  return 0;
}
