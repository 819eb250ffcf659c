#include "services/platform/db/connection.h"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <csignal>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/db/server/server.h"
#include "services/platform/db/trouble.h"

namespace academy {
namespace {

// A server runs the writes of all processes side by side and lets none commit that could not have run one after
// another. LOCK TABLE comes before the first query, with which the snapshot is taken: who waited for the lock sees what
// it waited for.
constexpr char kBeginWithOthers[] =
    "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE schema_migrations IN ROW SHARE MODE";
constexpr char kBeginAlone[] = "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE schema_migrations IN EXCLUSIVE MODE";
// How often in a row a connection's writes are lost to those of others before it writes alone.
constexpr int kMaxLostTurns = 2;
// In milliseconds, for other processes' locks: ordinarily as SOCI sets it, and while all reads of this process wait.
constexpr int kBusyTimeout = 10'000;
constexpr int kShortBusyTimeout = 50;
constexpr char kRelease[] = "RELEASE SAVEPOINT work";
constexpr char kReleaseCall[] = "RELEASE SAVEPOINT call";

absl::Status UniqueViolation() {
  return Error(absl::StatusCode::kAlreadyExists, "unique_violation", "It already exists");
}

absl::Status ForeignKeyViolation() {
  return Error(absl::StatusCode::kFailedPrecondition, "foreign_key_violation",
               "It refers to something that does not exist");
}

// SOCI's text ends with the statement and all values bound to it, which are people's data and do not belong in a log.
std::string_view WithoutValues(const std::exception& exception) {
  std::string_view text = exception.what();
  return text.substr(0, text.find("\" with :"));
}

absl::Status Internal(const std::exception& exception) {
  LogError("database error", {{"error", WithoutValues(exception)}});
  return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
}

absl::Status FromSqlite(const soci::sqlite3_soci_error& error) {
  std::string_view text = WithoutValues(error);
  if ((error.result() & 0xff) == SQLITE_CONSTRAINT) {
    if (text.find("UNIQUE") != text.npos) return UniqueViolation();
    if (text.find("FOREIGN KEY") != text.npos) return ForeignKeyViolation();
  }
  absl::Status trouble = SqliteTrouble(error.result(), text);
  return trouble.ok() ? Internal(error) : trouble;
}

absl::Status FromPostgresql(const soci::postgresql_soci_error& error) {
  std::string state = error.sqlstate();
  if (state == "23505") return UniqueViolation();
  if (state == "23503") return ForeignKeyViolation();
  absl::Status known = ServerError(state, WithoutValues(error));
  return known.ok() ? Internal(error) : known;
}

sqlite_api::sqlite3* SqliteOf(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

bool IsOutsideTransaction(soci::session& session) { return sqlite_api::sqlite3_get_autocommit(SqliteOf(session)) != 0; }

}  // namespace

// Connections are guarded by this class, so SQLite need not lock them for
// every column that is read, nor count memory under one lock for all threads.
void PrepareSqlite() {
  static std::once_flag once;
  std::call_once(once, [] {
    // Writing beyond the limit on a file's size is then an error like a full disk, instead of the process's end.
    std::signal(SIGXFSZ, SIG_IGN);
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  });
}

absl::Status CurrentExceptionStatus() {
  try {
    throw;
  } catch (const soci::sqlite3_soci_error& error) {
    return FromSqlite(error);
  } catch (const soci::postgresql_soci_error& error) {
    return FromPostgresql(error);
  } catch (const std::exception& error) {
    return Internal(error);
  }
}

void DatabaseConnection::Begin(Engine engine) {
  if (engine == Engine::kSqlite) {
    Execute(session, "BEGIN IMMEDIATE");
  } else if (by_locks) {
    session << "BEGIN";
  } else {
    session << (WritesAlone() ? kBeginAlone : kBeginWithOthers);
  }
}

void DatabaseConnection::WriteAlone() { lost_turns = kMaxLostTurns + 1; }

bool DatabaseConnection::WritesAlone() const { return lost_turns > kMaxLostTurns; }

DatabaseConnection::Outcome DatabaseConnection::Run(Engine engine, bool first,
                                                    absl::FunctionRef<absl::Status(Transaction&)> work,
                                                    absl::Status& status, std::vector<std::function<void()>>& actions) {
  try {
    if (first) {
      Begin(engine);
    } else {
      Execute(session, "SAVEPOINT work");
    }
  } catch (...) {
    status = CurrentExceptionStatus();
    spoiled = true;
    return Outcome::kLost;
  }
  try {
    Transaction transaction(session, engine);
    status = work(transaction);
    if (status.ok() && engine == Engine::kSqlite && IsOutsideTransaction(session)) {
      // SQLite rolled everything back and the work ignored that error: what it did since then is committed already.
      LogError("transaction lost", {{"error", "the work went on after SQLite's rollback"}});
      status = Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
      spoiled = true;
      return Outcome::kLost;
    }
    if (status.ok() && engine == Engine::kPostgresql && IsSpoiled(session)) {
      // A server ends such a transaction with a rollback, and calls it a success.
      LogError("write undone", {{"error", "the work went on after a statement's failure"}});
      status = Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
      spoiled = true;
    }
    if (status.ok()) {
      if (!first) Execute(session, kRelease);
      actions = std::move(transaction.actions_);
      return Outcome::kWell;
    }
  } catch (...) {
    status = CurrentExceptionStatus();
    spoiled = true;
  }
  // No other write has joined yet, so ending the transaction undoes the work.
  if (first) return Outcome::kUndone;
  try {
    // Fails if the engine has already rolled back the whole transaction, as SQLite does on a full disk.
    session << "ROLLBACK TO SAVEPOINT work";
    ForgetSpoiled();
    session << kRelease;
    return Outcome::kUndone;
  } catch (const std::exception& error) {
    LogError("transaction lost", {{"error", error.what()}});
    return Outcome::kLost;
  }
}

absl::Status DatabaseConnection::BeginCall(Engine engine, bool first) {
  try {
    if (first) {
      Begin(engine);
    } else {
      Execute(session, "SAVEPOINT call");
    }
    return absl::OkStatus();
  } catch (...) {
    spoiled = true;
    return CurrentExceptionStatus();
  }
}

DatabaseConnection::Outcome DatabaseConnection::EndCall(bool first, bool keep, absl::Status& status) {
  if (first) return keep ? Outcome::kWell : Outcome::kUndone;
  try {
    if (!keep) {
      session << "ROLLBACK TO SAVEPOINT call";
      ForgetSpoiled();
    }
    session << kReleaseCall;
    return keep ? Outcome::kWell : Outcome::kUndone;
  } catch (...) {
    status = CurrentExceptionStatus();
    spoiled = true;
    return Outcome::kLost;
  }
}

void DatabaseConnection::BeginSnapshot(Engine engine) {
  if (engine == Engine::kSqlite) {
    Execute(session, "BEGIN");
  } else {
    session << "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
  }
}

void DatabaseConnection::End(Engine engine) {
  if (engine == Engine::kSqlite) {
    Execute(session, "COMMIT");
  } else {
    session << "COMMIT";
  }
}

absl::Status DatabaseConnection::Commit(Engine engine) {
  warned = false;
  try {
    End(engine);
    return warned ? OutcomeUnknown("the commit did not wait for the standby") : absl::OkStatus();
  } catch (...) {
    spoiled = true;
    absl::Status status = CurrentExceptionStatus();
    // The server may have committed before the connection was lost.
    return NeedsNewConnection(status) ? OutcomeUnknown(MessageOf(status)) : status;
  }
}

bool DatabaseConnection::RollBack() {
  try {
    session << "ROLLBACK";
    ForgetSpoiled();
    return true;
  } catch (const std::exception& error) {
    LogError("rollback failed", {{"error", error.what()}});
    return false;
  }
}

void DatabaseConnection::CutWal() {
  sqlite_api::sqlite3_busy_timeout(SqliteOf(session), kShortBusyTimeout);
  try {
    int busy = 0;
    session << "PRAGMA wal_checkpoint(TRUNCATE)", soci::into(busy);
  } catch (const std::exception& error) {
    LogWarning("write-ahead log not cut", {{"error", error.what()}});
  }
  sqlite_api::sqlite3_busy_timeout(SqliteOf(session), kBusyTimeout);
}

void DatabaseConnection::ForgetSpoiled() {
  if (std::exchange(spoiled, false)) session.DropCached();
}

}  // namespace academy
