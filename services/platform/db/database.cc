#include "services/platform/db/database.h"

#include <soci/sqlite3/soci-sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "services/platform/base/status.h"
#include "services/platform/db/connection.h"
#include "services/platform/db/database_migrate.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/db/query.h"
#include "services/platform/db/server/run_again.h"
#include "services/platform/db/server/server.h"
#include "services/platform/db/server/watchdog.h"
#include "services/platform/db/server/watched_session.h"

namespace academy {
namespace {

// Maximum number of writes committed together; the first waits for the last.
constexpr int kMaxTogether = 64;

// Size in pages (32 MiB) that SQLite's write-ahead log reaches before the writer checkpoints it, which blocks all other
// writes. With the default of 1,000 pages that happens about once a second at 200 progress reports per second. A larger
// log also copies pages that change repeatedly only once.
constexpr int kPagesBetweenCheckpoints = 8000;

// A connection that does not write must not checkpoint, also not when it is the last to be closed: SQLite 3.40 can lose
// a WAL reset when two connections checkpoint.
void NeverCheckpoint(soci::session& sql) {
  auto* connection = static_cast<soci::sqlite3_session_backend*>(sql.get_backend())->conn_;
  int* ignored = nullptr;
  sqlite_api::sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, ignored);
  sqlite_api::sqlite3_wal_autocheckpoint(connection, 0);
}

}  // namespace

Database::Database(Engine engine, const DatabaseOptions& options, bool read_only, Metrics* metrics)
    : engine_(engine),
      url_(options.url),
      read_only_(read_only),
      watchdog_(engine == Engine::kSqlite ? nullptr : std::make_unique<Watchdog>(options.url, options.patience)),
      postgresql_(engine == Engine::kSqlite ? nullptr : std::make_unique<WatchedPostgresql>(*watchdog_)),
      readers_(static_cast<size_t>(options.readers)),
      max_wal_bytes_(options.max_wal_bytes),
      wal_bound_(options.max_wal_bytes),
      server_metrics_(engine == Engine::kSqlite ? nullptr : metrics) {
  if (metrics == nullptr) return;
  auto timers = [&](const char* kind) {
    return TransactionTimers{
        .wait = &metrics->Timer("academy_database_wait_seconds", "Until a transaction had its connection",
                                {{"kind", kind}}),
        .total = &metrics->Timer("academy_database_seconds", "Transactions, with their wait", {{"kind", kind}})};
  };
  write_timers_ = timers("write");
  read_timers_ = timers("read");
}

Database::~Database() = default;

void Database::CloseConnection::operator()(DatabaseConnection* connection) const { delete connection; }

Database::OwnedConnection Database::Connect(bool writer) const {
  OwnedConnection connection(new DatabaseConnection);
  if (engine_ == Engine::kPostgresql) {
    // A standby is never asked for sessions and access, which must not be old; a backup may read one.
    ConnectToServer(connection->session, *postgresql_, url_, /*writes=*/!read_only_, connection->warned);
    // Helpers would each gather a search's learners again, for a call that others wait beside: together they take twice
    // the time of one process that has two processors, and three times the work.
    connection->session << "SET max_parallel_workers_per_gather = 0";
    if (writer) {
      LimitIdleTransactions(connection->session);
      // Who reads a whole table conflicts with everybody who writes to it.
      connection->session << "SET enable_seqscan = off";
    }
    return connection;
  }
  connection->session.open(soci::sqlite3, "db=\"" + url_ + "\" timeout=10" + (read_only_ ? " readonly=1" : ""));
  soci::session& sql = connection->session;
  if (!writer) NeverCheckpoint(sql);
  // A read-only connection accepts the settings it finds.
  if (read_only_) return connection;
  std::string mode;
  int checkpoint = 0;
  sql << "PRAGMA journal_mode=WAL", soci::into(mode);
  // Another mode has other locks, and reads would block writes. SQLite answers with it where it cannot map memory.
  if (mode != "wal") throw soci::soci_error("the database's journal mode is " + mode + ", not wal");
  sql << "PRAGMA synchronous=FULL";
  sql << "PRAGMA foreign_keys=ON";
  // Only the writer writes and checkpoints.
  if (!writer) sql << "PRAGMA query_only=ON";
  if (writer) sql << "PRAGMA wal_autocheckpoint=" + std::to_string(kPagesBetweenCheckpoints), soci::into(checkpoint);
  return connection;
}

absl::StatusOr<std::unique_ptr<Database>> Database::Open(const DatabaseOptions& options,
                                                         const std::vector<Migration>& migrations, const Clock& clock) {
  PrepareSqlite();
  Engine engine = IsServerUrl(options.url) ? Engine::kPostgresql : Engine::kSqlite;
  DatabaseMarker marker(options.marker);
  RETURN_IF_ERROR(marker.Load());
  std::error_code ignored;
  if (engine == Engine::kSqlite && !std::filesystem::exists(options.url, ignored)) {
    RETURN_IF_ERROR(marker.RefuseToCreate("There is no database " + options.url));
  }
  std::unique_ptr<Database> database(new Database(engine, options, /*read_only=*/false, options.metrics));
  if (engine == Engine::kSqlite && options.exclusive) {
    // Two processes would both checkpoint, which SQLite 3.40 does not survive for certain.
    ASSIGN_OR_RETURN(database->lock_, FileLock::Take(options.url + ".lock"));
  }
  try {
    absl::MutexLock lock(&database->writer_mutex_);
    database->writer_ = database->Connect(/*writer=*/true);
  } catch (...) {
    return CurrentExceptionStatus();
  }
  if (engine == Engine::kPostgresql) RETURN_IF_ERROR(database->PrepareServer());
  RETURN_IF_ERROR(database->Migrate({migrations, marker, clock, options.migrate}));
  if (database->watchdog_ != nullptr) database->watchdog_->LimitStatements();
  RETURN_IF_ERROR(marker.Store(database->id()));
  RETURN_IF_ERROR(database->ConnectReaders(options.readers));
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenReadOnly(const DatabaseOptions& options) {
  PrepareSqlite();
  Engine engine = IsServerUrl(options.url) ? Engine::kPostgresql : Engine::kSqlite;
  std::unique_ptr<Database> database(new Database(engine, options, /*read_only=*/true, nullptr));
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

struct Database::Turn {
  DatabaseConnection* writer = nullptr;
  // Whether it begins the transaction.
  bool first = false;
  std::shared_ptr<DatabaseConnection::Group> group;
  DatabaseConnection::Outcome outcome = DatabaseConnection::Outcome::kUndone;
};

absl::Status Database::TakeTurn(Turn& turn) {
  absl::MutexLock lock(&writer_mutex_);
  const uint64_t arrival = ++writer_->arrivals;
  ++writer_->waiting;
  if (engine_ == Engine::kSqlite) ++writer_->may_join;
  auto is_free = [this, arrival]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(writer_mutex_) {
    return !writer_->busy && (writer_->group == nullptr || arrival <= writer_->group->last_arrival);
  };
  writer_mutex_.Await(absl::Condition(&is_free));
  --writer_->waiting;
  if (engine_ == Engine::kSqlite || writer_->group != nullptr) --writer_->may_join;
  // From here on this thread owns the writer without holding the lock.
  writer_->busy = true;
  if (writer_->broken) {
    writer_mutex_.Unlock();
    OwnedConnection fresh;
    absl::Status connected;
    try {
      fresh = Connect(/*writer=*/true);
    } catch (...) {
      connected = CurrentExceptionStatus();
    }
    writer_mutex_.Lock();
    if (!connected.ok()) {
      writer_->busy = false;
      return connected;
    }
    fresh->waiting = writer_->waiting;
    fresh->arrivals = writer_->arrivals;
    fresh->may_join = writer_->may_join;
    fresh->busy = true;
    std::swap(writer_, fresh);
    // `fresh`, which is the lost one now, ends with this function.
  }
  turn.writer = writer_.get();
  turn.first = turn.writer->group == nullptr;
  if (turn.first) {
    turn.writer->group = std::make_shared<DatabaseConnection::Group>();
    if (engine_ != Engine::kSqlite) {
      turn.writer->group->last_arrival = turn.writer->arrivals;
      turn.writer->may_join = turn.writer->waiting;
    }
    if (turn.writer->WritesAlone()) server_metrics_.CountTurnAlone();
  }
  turn.group = turn.writer->group;
  return absl::OkStatus();
}

absl::Status Database::EndTurn(Turn& turn, absl::Status status) {
  using Outcome = DatabaseConnection::Outcome;
  DatabaseConnection& writer = *turn.writer;
  const std::shared_ptr<DatabaseConnection::Group>& group = turn.group;
  absl::MutexLock lock(&writer_mutex_);
  if (turn.outcome == Outcome::kWell) ++group->members;
  bool last = writer.may_join == 0 || group->members >= kMaxTogether;
  if (last || group->members == 0 || turn.outcome == Outcome::kLost) {
    writer_mutex_.Unlock();
    bool commits = turn.outcome != Outcome::kLost && group->members > 0;
    absl::Status end = commits ? writer.Commit(engine_) : turn.outcome == Outcome::kLost ? status : absl::OkStatus();
    if (commits && end.ok()) BoundWal(writer);
    bool usable = (commits && end.ok()) || writer.RollBack();
    writer_mutex_.Lock();
    // If the server is gone, the connection is unusable even if ROLLBACK succeeded.
    writer.broken = !usable || NeedsNewConnection(end) || NeedsNewConnection(status);
    writer.group = nullptr;
    writer.lost_turns = IsConflict(end) || IsConflict(status) ? writer.lost_turns + 1 : 0;
    group->status = end;
    group->ended = true;
  }
  writer.busy = false;
  writer_mutex_.Await(absl::Condition(&group->ended));
  // A refusal, too, may depend on what another write of the group did.
  return group->status.ok() ? status : group->status;
}

// A turn that lasts from a thread's first joined write to their commit.
class Database::JoinedTransaction final : public OpenTransaction {
 public:
  static absl::StatusOr<std::unique_ptr<OpenTransaction>> Begin(Database& database) {
    std::unique_ptr<JoinedTransaction> begun(new JoinedTransaction(database));
    RETURN_IF_ERROR(database.TakeTurn(begun->turn_));
    begun->timing_.Connected();
    absl::Status status = begun->turn_.writer->BeginCall(database.engine_, begun->turn_.first);
    if (status.ok()) return begun;
    begun->turn_.outcome = DatabaseConnection::Outcome::kLost;
    return database.EndTurn(begun->turn_, status);
  }

  absl::Status Run(absl::FunctionRef<absl::Status(Transaction&)> work) override {
    if (!lost_.ok()) return lost_;
    absl::Status status;
    std::vector<std::function<void()>> actions;
    auto outcome = turn_.writer->Run(database_.engine_, /*first=*/false, work, status, actions);
    if (outcome == DatabaseConnection::Outcome::kLost) lost_ = status;
    if (outcome == DatabaseConnection::Outcome::kWell)
      std::move(actions.begin(), actions.end(), std::back_inserter(actions_));
    return status;
  }

  absl::Status End(bool commit) override {
    using Outcome = DatabaseConnection::Outcome;
    turn_.outcome = lost_.ok() ? turn_.writer->EndCall(turn_.first, commit, lost_) : Outcome::kLost;
    absl::Status status = database_.EndTurn(turn_, lost_);
    RETURN_IF_ERROR(status);
    if (turn_.outcome != Outcome::kWell) return absl::OkStatus();
    for (const std::function<void()>& action : actions_) action();
    return absl::OkStatus();
  }

 private:
  explicit JoinedTransaction(Database& database) : database_(database), timing_(database.write_timers_) {}

  Database& database_;
  const TransactionTiming timing_;
  Turn turn_;
  // Why the transaction was lost.
  absl::Status lost_;
  std::vector<std::function<void()>> actions_;
};

// Writes that arrive while another one runs share a transaction, and thus one wait for the disk. Each runs on its own
// thread, one after another, in its own savepoint, and the last in line commits for all. None returns before the
// commit. On a server only those that were in line when the transaction began may join it: see Group::last_arrival.
absl::Status Database::RunWrite(absl::FunctionRef<absl::Status(Transaction&)> work) {
  if (read_only_) return Error(absl::StatusCode::kFailedPrecondition, "read_only", "The database is only read");
  if (JoinedWrites* joined = JoinedWrites::Current(); joined != nullptr && joined->Takes(this)) {
    return joined->Run(
        this, [this] { return JoinedTransaction::Begin(*this); }, work);
  }
  RunAgain again(server_metrics_);
  while (true) {
    absl::Status status = WriteOnce(work);
    if (status.ok() || !again.After(status)) return status;
  }
}

absl::Status Database::WriteOnce(absl::FunctionRef<absl::Status(Transaction&)> work) {
  std::vector<std::function<void()>> actions;
  absl::Status status;
  {
    TransactionTiming timing(write_timers_);
    Turn turn;
    RETURN_IF_ERROR(TakeTurn(turn));
    timing.Connected();
    turn.outcome = turn.writer->Run(engine_, turn.first, work, status, actions);
    status = EndTurn(turn, std::move(status));
  }
  if (!status.ok()) return status;
  for (const std::function<void()>& action : actions) action();
  return absl::OkStatus();
}

absl::Status Database::RunRead(absl::FunctionRef<absl::Status(soci::session&)> work) {
  if (JoinedWrites* joined = JoinedWrites::Current(); joined != nullptr && joined->IsOpenOn(this)) {
    return joined->Run(
        this, [this] { return JoinedTransaction::Begin(*this); }, [&](Transaction& tx) { return work(tx.sql()); });
  }
  RunAgain again(server_metrics_);
  while (true) {
    absl::Status status = ReadOnce(work);
    if (status.ok() || !again.After(status)) return status;
  }
}

absl::Status Database::ReadOnce(absl::FunctionRef<absl::Status(soci::session&)> work) {
  TransactionTiming timing(read_timers_);
  OwnedConnection connection;
  {
    absl::MutexLock lock(&readers_mutex_);
    readers_mutex_.Await(absl::Condition(
        +[](Database* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->readers_mutex_) {
          return !self->idle_readers_.empty() && !self->readers_paused_;
        },
        this));
    connection = std::move(idle_readers_.back());
    idle_readers_.pop_back();
  }
  timing.Connected();
  return ReadOn(std::move(connection), work);
}

Database::OwnedConnection Database::TakeIdleReader() {
  if (engine_ != Engine::kSqlite) return nullptr;
  if (JoinedWrites* joined = JoinedWrites::Current(); joined != nullptr && joined->IsOpenOn(this)) return nullptr;
  absl::MutexLock lock(&readers_mutex_);
  if (idle_readers_.empty() || readers_paused_) return nullptr;
  OwnedConnection connection = std::move(idle_readers_.back());
  idle_readers_.pop_back();
  return connection;
}

absl::Status Database::RunReadNow(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work) {
  TransactionTiming timing(read_timers_);
  timing.Connected();
  return ReadOn(std::move(connection), work);
}

absl::Status Database::ReadOn(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work) {
  absl::Status status;
  try {
    if (connection->broken) connection = Connect(/*writer=*/false);
    connection->BeginSnapshot(engine_);
    status = work(connection->session);
    connection->End(engine_);
  } catch (...) {
    status = CurrentExceptionStatus();
    connection->spoiled = true;
    if (!connection->RollBack()) connection->broken = true;
    if (NeedsNewConnection(status)) connection->broken = true;
  }
  absl::MutexLock lock(&readers_mutex_);
  idle_readers_.push_back(std::move(connection));
  if (readers_paused_) reader_returned_.Changed();
  return status;
}

}  // namespace academy
