// One connection of a Database. For database.cc and connection.cc only.
//
// Not thread-safe: used by one thread at a time. SOCI's exceptions stop where a status is returned.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "services/platform/db/database.h"

namespace academy {

inline constexpr char kBegin[] = "BEGIN";
inline constexpr char kBeginSnapshot[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

// What Database says instead of the exception being handled.
absl::Status CurrentExceptionStatus();

struct Database::Connection {
  // Works that share a transaction.
  struct Group {
    // Those that went well so far.
    int members = 0;
    bool ended = false;
    // How the transaction ended, for all of them.
    absl::Status status;
  };
  // What a work came to: it went well; it is undone, and the transaction goes on; the transaction is lost.
  enum class Outcome { kWell, kUndone, kLost };

  // Runs `work` in a new transaction when it is the `first`, else in a savepoint of the open one.
  Outcome Run(Engine engine, bool first, absl::FunctionRef<absl::Status(Transaction&)> work, absl::Status& status,
              std::vector<std::function<void()>>& actions);
  // As SOCI, Commit with a status.
  void End(Engine engine);
  absl::Status Commit(Engine engine);
  // False when the connection is of no more use.
  bool RollBack();
  // Lets go of statements that a failure may have spoiled; not before the failed transaction or savepoint is over,
  // since in it PostgreSQL lets go of none.
  void ForgetSpoiled();

  // A statement without variables, parsed once: on SQLite that costs as much as reading a row.
  template <const char* kSql>
  struct Plain {
    explicit Plain(soci::session& sql) : statement((sql.prepare << kSql)) {}
    soci::statement statement;
  };
  template <const char* kSql>
  void Run() {
    session.Cached<Plain<kSql>>().statement.execute(/*withDataExchange=*/true);
  }

  Session session;
  // Set after the server was lost; the next user reconnects.
  bool broken = false;
  // Something failed since the kept statements were made.
  bool spoiled = false;

  // Of the writer alone, guarded by writer_mutex_: whether a thread works on the connection, how many wait for that,
  // and who shares the transaction that is open; null for none.
  bool busy = false;
  int waiting = 0;
  std::shared_ptr<Group> group;
};

}  // namespace academy
