// A service's database: SOCI over SQLite (default) or PostgreSQL, one transaction a change.
//
// Thread-safe. Writes run one at a time on the only writer connection; on PostgreSQL a transaction-level advisory lock
// extends that over processes, so that positions of the change feed grow in commit order. Reads run beside them on
// their own connections, each on one snapshot. SOCI's exceptions stop here.
#pragma once

#include <soci/soci.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/db/migrations.h"

namespace academy {

enum class Engine { kSqlite, kPostgresql };

struct DatabaseOptions {
  // `postgresql://user@host/name`, or the path of a SQLite file, which is made when missing.
  std::string url;
  // Connections for reads.
  int readers = 4;
  // Where transactions are timed; null times nothing (tests). Outlives the database.
  Metrics* metrics = nullptr;
};

// A connection's session, with the statements that are kept with it. Every soci::session that Database hands out is
// one.
class Session final : public soci::session {
 public:
  template <typename Statement>
  Statement& Cached() {
    std::shared_ptr<void>& cached = cached_[std::type_index(typeid(Statement))];
    if (cached == nullptr) cached = std::make_shared<Statement>(*this);
    return *static_cast<Statement*>(cached.get());
  }
  void DropCached() { cached_.clear(); }

 private:
  // Goes before the session itself.
  std::unordered_map<std::type_index, std::shared_ptr<void>> cached_;
};

// The `Statement` of the connection of `sql`, for what is asked often: made there at its first use as Statement(sql),
// that is prepared once, with the variables that it is bound to as its members. Its name is not used for another one
// in the same program. A SELECT has to be read to its end: one that stops before holds its snapshot for ever. What
// throws loses its connection's statements, and so mends them.
template <typename Statement>
Statement& Cached(soci::session& sql) {
  return static_cast<Session&>(sql).Cached<Statement>();
}

// One open write transaction. Used by the thread that runs it only.
class Transaction {
 public:
  // Bind with soci::use / soci::into; what is bound must outlive the statement.
  soci::session& sql() { return session_; }
  Engine engine() const { return engine_; }
  // Runs after the commit, in order; not at all when the transaction is rolled back.
  void OnCommit(std::function<void()> action) { actions_.push_back(std::move(action)); }
  // Likewise, unless the last action is one for the same `whose` already.
  void OnCommit(const void* whose, std::function<void()> action) {
    if (!actions_.empty() && last_whose_ == whose && last_at_ == actions_.size()) return;
    OnCommit(std::move(action));
    last_whose_ = whose;
    last_at_ = actions_.size();
  }

 private:
  friend class Database;
  Transaction(soci::session& session, Engine engine) : session_(session), engine_(engine) {}

  soci::session& session_;
  const Engine engine_;
  std::vector<std::function<void()>> actions_;
  const void* last_whose_ = nullptr;
  size_t last_at_ = 0;
};

class Database {
 public:
  // Opens or makes the database and brings its schema up to date.
  // FAILED_PRECONDITION when the schema is newer than `migrations`; UNAVAILABLE when it cannot be reached.
  static absl::StatusOr<std::unique_ptr<Database>> Open(const DatabaseOptions& options,
                                                        const std::vector<Migration>& migrations,
                                                        const Clock& clock = Clock::System());
  // Opens a database that another process may be using, for reads alone: nothing in it is changed, not even its schema,
  // and Write is FAILED_PRECONDITION read_only. UNAVAILABLE or INTERNAL when it cannot be opened.
  static absl::StatusOr<std::unique_ptr<Database>> OpenReadOnly(const DatabaseOptions& options);
  ~Database();

  Engine engine() const { return engine_; }

  // Runs `work(Transaction&)` in one transaction; commits when it returns OK, else rolls back and returns its status.
  // `work` returns absl::Status or absl::StatusOr<T>, and may let SOCI throw: a broken uniqueness or reference becomes
  // ALREADY_EXISTS unique_violation or FAILED_PRECONDITION foreign_key_violation, a lost server UNAVAILABLE, anything
  // else INTERNAL. Acknowledge nothing before this returned OK.
  template <typename Work>
  auto Write(Work&& work) -> std::invoke_result_t<Work, Transaction&> {
    return Carry<std::invoke_result_t<Work, Transaction&>>(
        [&](auto&& store) { return RunWrite([&](Transaction& tx) { return store(work(tx)); }); });
  }

  // Runs `work(soci::session&)` on one snapshot, without changing anything. Errors as Write.
  template <typename Work>
  auto Read(Work&& work) -> std::invoke_result_t<Work, soci::session&> {
    return Carry<std::invoke_result_t<Work, soci::session&>>(
        [&](auto&& store) { return RunRead([&](soci::session& sql) { return store(work(sql)); }); });
  }

  // As Read, where that waits for nobody; nullopt, without running `work`, where it would: for a connection, or for a
  // server to answer. So a thread that must not block can try a short read by itself.
  template <typename Work>
  auto ReadNow(Work&& work) -> std::optional<std::invoke_result_t<Work, soci::session&>> {
    OwnedConnection connection = TakeIdleReader();
    if (connection == nullptr) return std::nullopt;
    return Carry<std::invoke_result_t<Work, soci::session&>>([&](auto&& store) {
      return RunReadNow(std::move(connection), [&](soci::session& sql) { return store(work(sql)); });
    });
  }

 private:
  struct Connection;
  // Connection is known in database.cc only.
  struct CloseConnection {
    void operator()(Connection* connection) const;
  };
  using OwnedConnection = std::unique_ptr<Connection, CloseConnection>;

  // How long transactions of one kind waited for a connection, and took in all.
  struct Timers {
    MetricTimer* wait = nullptr;
    MetricTimer* total = nullptr;
  };
  class Timing;

  Database(Engine engine, std::string url, bool read_only, Metrics* metrics);

  // Lets RunWrite and RunRead deal in absl::Status only, whatever `work` returns.
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

  absl::Status RunWrite(absl::FunctionRef<absl::Status(Transaction&)> work) ABSL_LOCKS_EXCLUDED(writer_mutex_);
  absl::Status RunRead(absl::FunctionRef<absl::Status(soci::session&)> work) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // Null where a read would wait.
  OwnedConnection TakeIdleReader() ABSL_LOCKS_EXCLUDED(readers_mutex_);
  // Reads on the connection, and gives it back.
  absl::Status RunReadNow(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work)
      ABSL_LOCKS_EXCLUDED(readers_mutex_);
  absl::Status ReadOn(OwnedConnection connection, absl::FunctionRef<absl::Status(soci::session&)> work)
      ABSL_LOCKS_EXCLUDED(readers_mutex_);
  absl::Status Migrate(const std::vector<Migration>& migrations, const Clock& clock);
  absl::Status ConnectReaders(int count) ABSL_LOCKS_EXCLUDED(readers_mutex_);
  OwnedConnection Connect(bool writer) const;

  const Engine engine_;
  const std::string url_;
  const bool read_only_;
  Timers write_timers_;
  Timers read_timers_;

  absl::Mutex writer_mutex_;
  // Null when read-only.
  OwnedConnection writer_ ABSL_GUARDED_BY(writer_mutex_);

  absl::Mutex readers_mutex_;
  std::vector<OwnedConnection> idle_readers_ ABSL_GUARDED_BY(readers_mutex_);
};

}  // namespace academy
