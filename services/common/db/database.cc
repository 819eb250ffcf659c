#include "services/common/db/database.h"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <algorithm>
#include <exception>
#include <string_view>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/common/log.h"
#include "services/common/status.h"

namespace academy {
namespace {

bool IsPostgresql(std::string_view url) { return url.starts_with("postgresql://") || url.starts_with("postgres://"); }

absl::Status UniqueViolation() {
  return Error(absl::StatusCode::kAlreadyExists, "unique_violation", "It exists already");
}

absl::Status ForeignKeyViolation() {
  return Error(absl::StatusCode::kFailedPrecondition, "foreign_key_violation", "It refers to nothing");
}

absl::Status Unavailable() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "database_unavailable", "The database is not reachable"),
                        1);
}

absl::Status Internal(const std::exception& exception) {
  LogError("database error", {{"error", exception.what()}});
  return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
}

absl::Status FromSqlite(const soci::sqlite3_soci_error& error) {
  std::string_view text = error.what();
  switch (error.result() & 0xff) {
    case SQLITE_CONSTRAINT:
      if (text.find("UNIQUE") != text.npos) return UniqueViolation();
      if (text.find("FOREIGN KEY") != text.npos) return ForeignKeyViolation();
      return Internal(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
      LogError("database busy or full", {{"error", text}});
      return Unavailable();
    default:
      return Internal(error);
  }
}

absl::Status FromPostgresql(const soci::postgresql_soci_error& error) {
  std::string state = error.sqlstate();
  if (state == "23505") return UniqueViolation();
  if (state == "23503") return ForeignKeyViolation();
  // Class 08: connection; 57P0x: the server is shutting down or starting; blank: the connection broke.
  if (state.starts_with("08") || state.starts_with("57P") || state.find_first_not_of(' ') == state.npos) {
    LogError("database unreachable", {{"error", error.what()}});
    return Unavailable();
  }
  return Internal(error);
}

// The status of the exception being handled.
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

// Statements end in `;` at a line's end: no migration has one inside a literal there.
std::vector<std::string> SplitStatements(const std::string& sql) {
  std::vector<std::string> statements;
  for (size_t begin = 0; begin < sql.size();) {
    size_t end = sql.find(";\n", begin);
    if (end == sql.npos) end = sql.size();
    std::string statement = sql.substr(begin, end - begin);
    if (statement.find_first_not_of(" \n\t;") != statement.npos) statements.push_back(std::move(statement));
    begin = end + 1;
  }
  return statements;
}

}  // namespace

struct Database::Connection {
  soci::session session;
  // Set after the server was lost; the next user connects anew.
  bool broken = false;
};

// Times one transaction from its construction to its destruction.
class Database::Timing {
 public:
  explicit Timing(const Timers& timers)
      : timers_(timers), begun_(timers.total == nullptr ? absl::Time() : absl::Now()) {}
  ~Timing() {
    if (timers_.total != nullptr) timers_.total->Observe(absl::Now() - begun_);
  }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

  // The connection is there.
  void Connected() const {
    if (timers_.wait != nullptr) timers_.wait->Observe(absl::Now() - begun_);
  }

 private:
  const Timers& timers_;
  const absl::Time begun_;
};

Database::Database(Engine engine, std::string url, bool read_only, Metrics* metrics)
    : engine_(engine), url_(std::move(url)), read_only_(read_only) {
  if (metrics == nullptr) return;
  auto timers = [&](const char* kind) {
    return Timers{
        .wait = &metrics->Timer("academy_database_wait_seconds", "Until a transaction had its connection",
                                {{"kind", kind}}),
        .total = &metrics->Timer("academy_database_seconds", "Transactions, with their wait", {{"kind", kind}})};
  };
  write_timers_ = timers("write");
  read_timers_ = timers("read");
}

Database::~Database() = default;

std::unique_ptr<Database::Connection> Database::Connect(bool writer) const {
  auto connection = std::make_unique<Connection>();
  if (engine_ == Engine::kPostgresql) {
    // SOCI 4.0.3 spoils a URL without any parameter (it asks for the database `name=`).
    bool plain = url_.find('?') == url_.npos;
    connection->session.open(soci::postgresql, plain ? url_ + "?application_name=academy" : url_);
    return connection;
  }
  connection->session.open(soci::sqlite3, "db=\"" + url_ + "\" timeout=10" + (read_only_ ? " readonly=1" : ""));
  soci::session& sql = connection->session;
  // It has to take what it finds, and must not checkpoint what is another's.
  if (read_only_) return connection;
  std::string mode;
  sql << "PRAGMA journal_mode=WAL", soci::into(mode);
  sql << "PRAGMA synchronous=FULL";
  sql << "PRAGMA foreign_keys=ON";
  // Only the writer may change or checkpoint: SQLite 3.40 can lose a WAL reset when two connections do.
  if (!writer) sql << "PRAGMA query_only=ON";
  return connection;
}

absl::StatusOr<std::unique_ptr<Database>> Database::Open(const DatabaseOptions& options,
                                                         const std::vector<Migration>& migrations, const Clock& clock) {
  Engine engine = IsPostgresql(options.url) ? Engine::kPostgresql : Engine::kSqlite;
  std::unique_ptr<Database> database(new Database(engine, options.url, /*read_only=*/false, options.metrics));
  try {
    absl::MutexLock lock(&database->writer_mutex_);
    database->writer_ = database->Connect(/*writer=*/true);
  } catch (...) {
    return CurrentExceptionStatus();
  }
  RETURN_IF_ERROR(database->Migrate(migrations, clock));
  RETURN_IF_ERROR(database->ConnectReaders(options.readers));
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenReadOnly(const DatabaseOptions& options) {
  Engine engine = IsPostgresql(options.url) ? Engine::kPostgresql : Engine::kSqlite;
  std::unique_ptr<Database> database(new Database(engine, options.url, /*read_only=*/true, nullptr));
  RETURN_IF_ERROR(database->ConnectReaders(options.readers));
  return database;
}

absl::Status Database::ConnectReaders(int count) {
  try {
    absl::MutexLock lock(&readers_mutex_);
    for (int i = 0; i < count; ++i) idle_readers_.push_back(Connect(/*writer=*/false));
  } catch (...) {
    return CurrentExceptionStatus();
  }
  return absl::OkStatus();
}

absl::Status Database::Migrate(const std::vector<Migration>& migrations, const Clock& clock) {
  return Write([&](Transaction& tx) -> absl::Status {
    soci::session& sql = tx.sql();
    sql << "CREATE TABLE IF NOT EXISTS schema_migrations ("
           "version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)";
    int current = 0;
    sql << "SELECT COALESCE(MAX(version), 0) FROM schema_migrations", soci::into(current);
    int newest = 0;
    for (const Migration& migration : migrations) newest = std::max(newest, migration.version);
    if (current > newest) {
      return Error(absl::StatusCode::kFailedPrecondition, "schema_too_new",
                   "The database has schema version " + std::to_string(current) + ", this program knows " +
                       std::to_string(newest) + ": start the newer program");
    }
    for (const Migration& migration : migrations) {
      if (migration.version <= current) continue;
      std::string script =
          engine_ == Engine::kSqlite ? TranslateForSqlite(migration.sql) : TranslateForPostgresql(migration.sql);
      for (const std::string& statement : SplitStatements(script)) sql << statement;
      std::string name(migration.name);
      long long now = clock.Now();
      sql << "INSERT INTO schema_migrations (version, name, applied_at) VALUES (:version, :name, :at)",
          soci::use(migration.version), soci::use(name), soci::use(now);
    }
    return absl::OkStatus();
  });
}

absl::Status Database::RunWrite(absl::FunctionRef<absl::Status(Transaction&)> work) {
  if (read_only_) return Error(absl::StatusCode::kFailedPrecondition, "read_only", "The database is only read");
  std::vector<std::function<void()>> actions;
  {
    Timing timing(write_timers_);
    absl::MutexLock lock(&writer_mutex_);
    timing.Connected();
    bool begun = false;
    absl::Status status;
    try {
      if (writer_->broken) writer_ = Connect(/*writer=*/true);
      soci::session& sql = writer_->session;
      if (engine_ == Engine::kSqlite) {
        sql << "BEGIN IMMEDIATE";
      } else {
        sql << "BEGIN";
        sql << "SELECT pg_advisory_xact_lock(hashtext(current_schema()))";
      }
      begun = true;
      Transaction transaction(sql, engine_);
      status = work(transaction);
      if (status.ok()) {
        sql << "COMMIT";
        actions = std::move(transaction.actions_);
      }
    } catch (...) {
      status = CurrentExceptionStatus();
    }
    if (!status.ok()) {
      try {
        if (begun) writer_->session << "ROLLBACK";
      } catch (const std::exception& error) {
        writer_->broken = true;
        LogError("rollback failed", {{"error", error.what()}});
      }
      // A server that went away leaves the connection useless, whatever ROLLBACK said.
      if (engine_ == Engine::kPostgresql && absl::IsUnavailable(status)) writer_->broken = true;
      return status;
    }
  }
  for (const std::function<void()>& action : actions) action();
  return absl::OkStatus();
}

absl::Status Database::RunRead(absl::FunctionRef<absl::Status(soci::session&)> work) {
  Timing timing(read_timers_);
  std::unique_ptr<Connection> connection;
  {
    absl::MutexLock lock(&readers_mutex_);
    readers_mutex_.Await(absl::Condition(
        +[](Database* self)
             ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->readers_mutex_) { return !self->idle_readers_.empty(); },
        this));
    connection = std::move(idle_readers_.back());
    idle_readers_.pop_back();
  }
  timing.Connected();
  absl::Status status;
  try {
    if (connection->broken) connection = Connect(/*writer=*/false);
    // One transaction, so that several statements see one state.
    connection->session << (engine_ == Engine::kSqlite ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    status = work(connection->session);
    connection->session << "COMMIT";
  } catch (...) {
    status = CurrentExceptionStatus();
    try {
      connection->session << "ROLLBACK";
    } catch (const std::exception&) {
      connection->broken = true;
    }
    if (engine_ == Engine::kPostgresql && absl::IsUnavailable(status)) connection->broken = true;
  }
  absl::MutexLock lock(&readers_mutex_);
  idle_readers_.push_back(std::move(connection));
  return status;
}

}  // namespace academy
