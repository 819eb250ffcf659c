// One connection of a Database; internal to it.
//
// Not thread-safe: used by one thread at a time. Functions that return a status do not throw.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "services/platform/db/session.h"
#include "services/platform/db/transaction.h"

namespace academy {

// Converts the exception being handled to the status that Database returns.
absl::Status CurrentExceptionStatus();

// Configures the library before its first use.
void PrepareSqlite();

inline constexpr char kMigrationsTable[] =
    "CREATE TABLE IF NOT EXISTS schema_migrations ("
    "version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)";

// Beside the migrations, because databases of before it have that table already: Migration::oldest of all that were
// applied; without a row, of all that the program knows.
inline constexpr char kSchemaFloorTable[] =
    "CREATE TABLE IF NOT EXISTS schema_floor (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL)";

struct DatabaseConnection {
  // Writes that share a transaction.
  struct Group {
    // Writes that succeeded so far.
    int members = 0;
    // The last arrival that may join. On a server the transaction sees what was committed when it began: a write that
    // comes later would not see what another process has committed meanwhile, and its caller may know of that.
    uint64_t last_arrival = UINT64_MAX;
    bool ended = false;
    // How the transaction ended, for all its writes.
    absl::Status status;
  };
  // Result of one write: it succeeded; it was undone and the transaction continues; the transaction is lost.
  enum class Outcome { kWell, kUndone, kLost };

  // Lets its next write run while no other process writes. Servers only.
  void WriteAlone();
  // Whether its next transaction is such a one, also because it lost too many turns.
  bool WritesAlone() const;
  // Runs `work` in a new transaction if it is the `first`, otherwise in a savepoint of the open one.
  Outcome Run(Engine engine, bool first, absl::FunctionRef<absl::Status(Transaction&)> work, absl::Status& status,
              std::vector<std::function<void()>>& actions);
  // Begins what Run with `first` false is then called in, several times: a new transaction if it is the `first`,
  // otherwise a savepoint of the open one. Errors as Database::Write.
  absl::Status BeginCall(Engine engine, bool first);
  // Ends it without committing: kWell, or kUndone unless `keep`.
  Outcome EndCall(bool first, bool keep, absl::Status& status);
  // BeginSnapshot begins a read transaction, so that several statements see the same state. Both throw as SOCI does.
  void BeginSnapshot(Engine engine);
  void End(Engine engine);
  absl::Status Commit(Engine engine);
  // Returns false when the connection is no longer usable.
  bool RollBack();
  // Copies SQLite's write-ahead log into the file and begins it again, if no read of another process is long. A failure
  // is only logged.
  void CutWal();
  // Drops cached statements after a failure. Call it only after the failed transaction or savepoint has ended, because
  // PostgreSQL cannot deallocate statements within it.
  void ForgetSpoiled();

  // Set when a server warned that a commit did not wait for its standby. Before the session, which uses it.
  bool warned = false;
  Session session;
  // Set when the connection to the server was lost; the next user reconnects.
  bool broken = false;
  // Whether something failed since the cached statements were prepared.
  bool spoiled = false;

  // Whether its writes are those of Database::WriteByLocks.
  bool by_locks = false;

  // Writer connection only, guarded by writer_mutex_: whether a thread uses the connection, how many wait for it, and
  // the group that shares the open transaction (null for none).
  bool busy = false;
  int waiting = 0;
  // How many have come since the start, and how many of those who wait may join the group.
  uint64_t arrivals = 0;
  int may_join = 0;
  std::shared_ptr<Group> group;
  // How many of its transactions a server has refused in a row because of those of other processes.
  int lost_turns = 0;

 private:
  // Begins a write transaction. Throws as SOCI does.
  void Begin(Engine engine);
};

}  // namespace academy
