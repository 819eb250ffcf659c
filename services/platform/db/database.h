// A service's database: SOCI over SQLite (default) or PostgreSQL, one transaction per change.
//
// Thread-safe. The writes of a process run one at a time on a single writer connection. On PostgreSQL those of several
// processes run side by side, SERIALIZABLE: the outcome is that of one after another, and what cannot have that outcome
// is run again; after a few times while no other process writes. Reads run concurrently on their own connections, each
// on one snapshot. No SOCI exception leaves this class.
#pragma once

#include <soci/soci.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/file_lock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/db/identity.h"
#include "services/platform/db/migrations.h"
#include "services/platform/db/server/server_metrics.h"
#include "services/platform/db/transaction.h"
#include "services/platform/db/transaction_timing.h"

namespace academy {

struct DatabaseConnection;
class Watchdog;
class WatchedPostgresql;

struct DatabaseOptions {
  // `postgresql://user@host/name`, which may name several hosts of which one takes writes, or the path of a SQLite
  // file, which is created if missing.
  std::string url;
  // Number of connections for reads.
  int readers = 4;
  // The file that remembers which database this is (DatabaseMarker); empty for none.
  std::string marker;
  // Refuses a SQLite file that another process has opened so.
  bool exclusive = false;
  // Whether a schema that is older than the program is migrated; otherwise it is refused.
  bool migrate = true;
  // Size of SQLite's write-ahead log at which reads are paused for a moment, so that it can begin again: while some
  // read is always open, it grows without end.
  int64_t max_wal_bytes = int64_t{128} << 20;
  // How long a server may take for an answer before it is asked whether it is there, see Watchdog.
  absl::Duration patience = absl::Seconds(3);
  // Records transaction times; may be null (tests). Must outlive the database.
  Metrics* metrics = nullptr;
};

class Database {
 public:
  // Opens or creates the database and migrates its schema, which may also be newer than `migrations` as long as its
  // programs may be this old. FAILED_PRECONDITION schema_too_new when they may not, schema_too_old when it is older and
  // not to be migrated; when the marker remembers a database and this is none or another one; locked when another
  // process has the file; UNAVAILABLE when the database cannot be reached, or when a server's tables were in use
  // whenever a migration tried to lock them.
  static absl::StatusOr<std::unique_ptr<Database>> Open(const DatabaseOptions& options,
                                                        const std::vector<Migration>& migrations,
                                                        const Clock& clock = Clock::System());
  // Opens a database that another process may be using, for reads only: nothing is changed, not even the schema, and
  // Write is FAILED_PRECONDITION read_only. UNAVAILABLE or INTERNAL when it cannot be opened.
  static absl::StatusOr<std::unique_ptr<Database>> OpenReadOnly(const DatabaseOptions& options);
  ~Database();

  Engine engine() const { return engine_; }

  // Tells this database from any other, not from its own copies. Empty in read-only mode.
  const std::string& id() const { return id_; }

  // Runs `work(Transaction&)` in one transaction, on the calling thread. Commits if it returns OK, otherwise rolls back
  // and returns its status. `work` returns absl::Status or absl::StatusOr<T> and may let SOCI exceptions escape: a
  // uniqueness violation becomes ALREADY_EXISTS unique_violation, a foreign key violation FAILED_PRECONDITION
  // foreign_key_violation, a lost server UNAVAILABLE, anything else INTERNAL. The change is durable only once this has
  // returned OK; within JoinedWrites, which each call with an idempotency key is, only once those are committed.
  //
  // On a server `work` may run several times: what failed because of the server or of another transaction is run again
  // while the thread's call lasts (see RunAgain), on a new connection if needed. A commit whose connection was lost is
  // UNAVAILABLE outcome_unknown: it may have happened.
  template <typename Work>
  auto Write(Work&& work) -> std::invoke_result_t<Work, Transaction&> {
    return Carry<std::invoke_result_t<Work, Transaction&>>(
        [&](auto&& store) { return RunWrite([&](Transaction& tx) { return store(work(tx)); }); });
  }

  // The same for work that takes turns with that of other processes by locking rows itself: on a server each of its
  // statements sees what others have committed until then, and it joins no other write. On SQLite, where there are no
  // others, it is Write.
  template <typename Work>
  auto WriteByLocks(Work&& work) -> std::invoke_result_t<Work, Transaction&> {
    return Carry<std::invoke_result_t<Work, Transaction&>>(
        [&](auto&& store) { return RunByLocks([&](Transaction& tx) { return store(work(tx)); }); });
  }

  // Runs `work(soci::session&)` on one snapshot, on the calling thread. `work` must not change anything and may run
  // several times, as with Write. Errors as Write.
  template <typename Work>
  auto Read(Work&& work) -> std::invoke_result_t<Work, soci::session&> {
    return Carry<std::invoke_result_t<Work, soci::session&>>(
        [&](auto&& store) { return RunRead([&](soci::session& sql) { return store(work(sql)); }); });
  }

  // Rewrites SQLite's files, so that nothing deleted remains in them; PostgreSQL does so by itself in time. Other
  // writes wait meanwhile. Errors as Write.
  absl::Status Compact() ABSL_LOCKS_EXCLUDED(writer_mutex_);

  // Looks for damage in SQLite's file (`PRAGMA quick_check`), table by table, on a connection of its own and without
  // blocking others. DATA_LOSS database_damaged with the first finding; CANCELLED once `stopping` returns true, which
  // may be empty. PostgreSQL checks its own pages as it reads them: always OK.
  absl::Status Check(const std::function<bool()>& stopping = {}) const;

  // For what runs whole calls again.
  const ServerMetrics& server_metrics() const { return server_metrics_; }

  // Bytes of SQLite's write-ahead log; 0 on PostgreSQL.
  int64_t WalBytes() const;

  // Like Read if it need not wait. Returns nullopt without running `work` if it would have to wait for a connection or
  // for a server's response. Lets a thread that must not block try a short read.
  template <typename Work>
  auto ReadNow(Work&& work) -> std::optional<std::invoke_result_t<Work, soci::session&>> {
    OwnedConnection connection = TakeIdleReader();
    if (connection == nullptr) return std::nullopt;
    return Carry<std::invoke_result_t<Work, soci::session&>>([&](auto&& store) {
      return RunReadNow(std::move(connection), [&](soci::session& sql) { return store(work(sql)); });
    });
  }

 private:
  // DatabaseConnection is defined only in database.cc.
  struct CloseConnection {
    void operator()(DatabaseConnection* connection) const;
  };
  using OwnedConnection = std::unique_ptr<DatabaseConnection, CloseConnection>;

  Database(Engine engine, const DatabaseOptions& options, bool read_only, Metrics* metrics);

  // Lets RunWrite and RunRead use absl::Status, whatever `work` returns.
  template <typename Result, typename Run>
  static Result Carry(Run&& run) {
    if constexpr (std::is_same_v<Result, absl::Status>) {
      return run([](absl::Status status) { return status; });
    } else {
      Result result = absl::UnknownError("work did not run");
      absl::Status status = run([&](Result got) {
        result = std::move(got);
        return result.status();
      });
      if (!status.ok()) return status;
      return result;
    }
  }

  // The right of one thread to use the writer, and the group whose transaction it joins.
  struct Turn;
  class JoinedTransaction;
  // Waits until this thread may use the writer. UNAVAILABLE when it cannot be reached.
  absl::Status TakeTurn(Turn& turn) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  // Ends the turn, committing for all if it is the last of its group, and waits for the commit. Returns the write's
  // status, which is `status` unless the group failed.
  absl::Status EndTurn(Turn& turn, absl::Status status) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  absl::Status RunWrite(absl::FunctionRef<absl::Status(Transaction&)> work) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  absl::Status WriteOnce(absl::FunctionRef<absl::Status(Transaction&)> work) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  absl::Status RunByLocks(absl::FunctionRef<absl::Status(Transaction&)> work) ABSL_LOCKS_EXCLUDED(locker_mutex_);
  absl::Status LockOnce(absl::FunctionRef<absl::Status(Transaction&)> work) ABSL_LOCKS_EXCLUDED(locker_mutex_);
  absl::Status RunRead(absl::FunctionRef<absl::Status(soci::session&)> work) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  absl::Status ReadOnce(absl::FunctionRef<absl::Status(soci::session&)> work) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // Returns null if a read would have to wait.
  OwnedConnection TakeIdleReader() ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // Runs the read on `connection` and returns the connection to the pool.
  absl::Status RunReadNow(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work)
      ABSL_LOCKS_EXCLUDED(readers_mutex_);
  absl::Status ReadOn(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work)
      ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // What Open knows of the schema.
  struct SchemaChange;
  absl::Status Migrate(const SchemaChange& change);
  absl::Status MigrateServer(const SchemaChange& change);
  // Checks the schema and the marker, and identifies the database. Returns the schema's version. Errors as Open.
  absl::StatusOr<int> CheckSchema(soci::session& sql, const SchemaChange& change);
  // Records a migration that is not recorded yet; if it `runs`, runs it before.
  absl::Status Apply(soci::session& sql, const SchemaChange& change, const Migration& migration, bool runs);
  absl::Status ApplyAll(soci::session& sql, const SchemaChange& change);
  // Runs a migration's statements one by one, each committed by itself.
  absl::Status RunOnline(const Migration& migration) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  // The number that a query finds, outside of transactions.
  absl::StatusOr<int> Ask(const char* query) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  // Runs `work` in a transaction that begins while no other process writes, again and again until none of its locks
  // makes others wait for long. Errors as Write.
  absl::Status WriteBetweenOthers(absl::FunctionRef<absl::Status(Transaction&)> work)
      ABSL_LOCKS_EXCLUDED(writer_mutex_);
  // Lets the write-ahead log begin again if it is too large. Call it between transactions, on the thread that uses
  // `writer`.
  void BoundWal(DatabaseConnection& writer) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // Makes the table of migrations, which every write on a server locks.
  absl::Status PrepareServer() ABSL_LOCKS_EXCLUDED(writer_mutex_);
  absl::Status ConnectReaders(int count) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  OwnedConnection Connect(bool writer) const;

  const Engine engine_;
  const std::string url_;
  const bool read_only_;
  std::string id_;
  // Declared before the connections, so that they outlive them. Of the second and third, only a server has any.
  std::optional<FileLock> lock_;
  const std::unique_ptr<Watchdog> watchdog_;
  const std::unique_ptr<WatchedPostgresql> postgresql_;
  const size_t readers_;
  const int64_t max_wal_bytes_;
  // The size at which BoundWal acts next. Used only by the thread that uses the writer.
  int64_t wal_bound_;
  TransactionTimers write_timers_;
  TransactionTimers read_timers_;
  const ServerMetrics server_metrics_;

  absl::Mutex writer_mutex_;
  // Null in read-only mode.
  OwnedConnection writer_ ABSL_GUARDED_BY(writer_mutex_);

  absl::Mutex locker_mutex_;
  // Of WriteByLocks on a server; made when it is needed.
  OwnedConnection locker_ ABSL_GUARDED_BY(locker_mutex_);

  absl::Mutex readers_mutex_;
  // While readers_paused_.
  TimedWait reader_returned_;
  std::vector<OwnedConnection> idle_readers_ ABSL_GUARDED_BY(readers_mutex_);
  bool readers_paused_ ABSL_GUARDED_BY(readers_mutex_) = false;
};

}  // namespace academy
