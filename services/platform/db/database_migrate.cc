// The part of Database that checks and migrates its schema.
#include "services/platform/db/database_migrate.h"

#include <soci/soci.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/connection.h"
#include "services/platform/db/query.h"
#include "services/platform/db/schema_floor.h"
#include "services/platform/db/server/server.h"

namespace academy {
namespace {

// How long a migration waits for a table that others use. Whoever wants the table after it waits as long.
constexpr char kLimitLocks[] = "SET lock_timeout = '500ms'";
constexpr char kUnlimitLocks[] = "SET lock_timeout = 0";
// How often it tries again, and the pauses between: what holds a table for minutes, such as a copy of the database, is
// waited for.
constexpr int kTries = 200;
constexpr absl::Duration kFirstPause = absl::Milliseconds(100);
constexpr absl::Duration kMaxPause = absl::Seconds(5);

// Whether the database has been used, also by this version.
constexpr char kIsKnown[] =
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM schema_migrations)"
    " AND to_regclass(quote_ident(current_schema()) || '.database_identity') IS NOT NULL THEN 1 ELSE 0 END";

// Who migrates has this lock of the session, so that others wait. It is asked for again and again: a session that waits
// for a lock has a snapshot, and an index that is made concurrently waits for that.
constexpr char kTakeTurn[] =
    "SELECT CASE WHEN pg_try_advisory_lock(hashtext(current_schema() || ' migrations')) THEN 1 ELSE 0 END";
constexpr char kEndTurn[] =
    "SELECT CASE WHEN pg_advisory_unlock(hashtext(current_schema() || ' migrations')) THEN 1 ELSE 0 END";
constexpr absl::Duration kTurnPause = absl::Milliseconds(100);

// What is left of an index that could not be made.
constexpr char kInvalidIndexes[] =
    "SELECT quote_ident(named.relname) FROM pg_index AS found JOIN pg_class AS named ON named.oid = found.indexrelid"
    " JOIN pg_namespace AS place ON place.oid = named.relnamespace"
    " WHERE NOT found.indisvalid AND place.nspname = current_schema() ORDER BY named.relname";

int VersionOf(soci::session& sql) {
  return QueryOne<int>(sql, "SELECT COALESCE(MAX(version), 0) FROM schema_migrations").value_or(0);
}

int FloorOf(soci::session& sql) { return QueryOne<int>(sql, "SELECT version FROM schema_floor").value_or(0); }

absl::Status Refuse(const char* reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

}  // namespace

absl::StatusOr<int> Database::CheckSchema(soci::session& sql, const SchemaChange& change) {
  const int version = VersionOf(sql);
  const int newest = NewestVersion(change.migrations);
  RETURN_IF_ERROR(CheckFloor(version, FloorOf(sql), change.migrations));
  if (version < newest && !change.migrate) {
    return Refuse("schema_too_old", absl::StrCat("The database has schema version ", version, ", this program needs ",
                                                 newest, ": migrate it first (./academy migrate)"));
  }
  if (version == 0) RETURN_IF_ERROR(change.marker.RefuseToCreate("The database is empty"));
  id_ = IdentifyDatabase(sql, change.marker.id(), change.clock.Now());
  RETURN_IF_ERROR(change.marker.Compare(id_));
  if (version > newest) {
    LogInfo("the database is newer than this program, which works with it",
            {{"schema", absl::StrCat(version)}, {"known", absl::StrCat(newest)}});
  }
  return version;
}

absl::Status Database::Apply(soci::session& sql, const SchemaChange& change, const Migration& migration, bool runs) {
  // Another one may have applied it.
  if (VersionOf(sql) >= migration.version) return absl::OkStatus();
  if (runs) {
    std::string script =
        engine_ == Engine::kSqlite ? TranslateForSqlite(migration.sql) : TranslateForPostgresql(migration.sql);
    for (const std::string& statement : SplitStatements(script)) sql << statement;
  }
  Execute(sql, "INSERT INTO schema_migrations (version, name, applied_at) VALUES (:version, :name, :at)",
          migration.version, std::string(migration.name), change.clock.Now());
  // A newer program may have raised it further.
  int floor = std::max(FloorOf(sql), FloorAt(change.migrations, migration.version));
  Execute(sql,
          "INSERT INTO schema_floor (id, version) VALUES (1, :version)"
          " ON CONFLICT (id) DO UPDATE SET version = excluded.version",
          floor);
  return absl::OkStatus();
}

absl::Status Database::ApplyAll(soci::session& sql, const SchemaChange& change) {
  for (const Migration& migration : change.migrations) RETURN_IF_ERROR(Apply(sql, change, migration, /*runs=*/true));
  return absl::OkStatus();
}

absl::Status Database::Migrate(const SchemaChange& change) {
  if (engine_ == Engine::kPostgresql) return MigrateServer(change);
  return Write([&](Transaction& tx) -> absl::Status {
    tx.sql() << kMigrationsTable;
    tx.sql() << kSchemaFloorTable;
    ASSIGN_OR_RETURN(int ignored, CheckSchema(tx.sql(), change));
    (void)ignored;
    return ApplyAll(tx.sql(), change);
  });
}

absl::Status Database::MigrateServer(const SchemaChange& change) {
  int version = 0;
  auto check = [&](Transaction& tx) -> absl::Status {
    ASSIGN_OR_RETURN(version, CheckSchema(tx.sql(), change));
    return absl::OkStatus();
  };
  // Where nothing is to be made, nobody is kept from writing.
  ASSIGN_OR_RETURN(int known, Ask(kIsKnown));
  RETURN_IF_ERROR(known == 1 ? Write(check) : WriteBetweenOthers(check));
  if (version >= NewestVersion(change.migrations)) return absl::OkStatus();
  while (true) {
    ASSIGN_OR_RETURN(int taken, Ask(kTakeTurn));
    if (taken == 1) break;
    absl::SleepFor(kTurnPause);
  }
  if (version == 0) {
    // Nobody works with an empty database, so one transaction makes all.
    RETURN_IF_ERROR(WriteBetweenOthers([&](Transaction& tx) { return ApplyAll(tx.sql(), change); }));
  }
  // Programs of before go on meanwhile, so each is a transaction of its own, as short as can be.
  for (const Migration& migration : change.migrations) {
    if (version == 0 || migration.version <= version) continue;
    if (migration.online) RETURN_IF_ERROR(RunOnline(migration));
    RETURN_IF_ERROR(
        WriteBetweenOthers([&](Transaction& tx) { return Apply(tx.sql(), change, migration, !migration.online); }));
    LogInfo("schema migrated", {{"to", absl::StrCat(migration.version)}, {"name", migration.name}});
  }
  ASSIGN_OR_RETURN(int ended, Ask(kEndTurn));
  (void)ended;
  return absl::OkStatus();
}

absl::StatusOr<int> Database::Ask(const char* query) {
  absl::MutexLock lock(&writer_mutex_);
  try {
    int answer = 0;
    writer_->session << query, soci::into(answer);
    return answer;
  } catch (...) {
    return CurrentExceptionStatus();
  }
}

absl::Status Database::RunOnline(const Migration& migration) {
  absl::MutexLock lock(&writer_mutex_);
  try {
    soci::session& sql = writer_->session;
    for (const std::string& index : Query<std::string>(sql, kInvalidIndexes)) {
      sql << "DROP INDEX CONCURRENTLY " + index;
    }
    for (const std::string& statement : SplitStatements(TranslateForPostgresql(migration.sql, /*online=*/true))) {
      sql << statement;
    }
    return absl::OkStatus();
  } catch (...) {
    return CurrentExceptionStatus();
  }
}

absl::Status Database::WriteBetweenOthers(absl::FunctionRef<absl::Status(Transaction&)> work) {
  auto set = [&](const char* setting) {
    absl::MutexLock lock(&writer_mutex_);
    try {
      if (!writer_->broken) writer_->session << setting;
    } catch (...) {
      // The transaction finds the same.
    }
  };
  absl::Status status;
  absl::Duration pause = kFirstPause;
  for (int tries = 1;; ++tries) {
    set(kLimitLocks);
    {
      absl::MutexLock lock(&writer_mutex_);
      writer_->WriteAlone();
    }
    status = WriteOnce(work);
    set(kUnlimitLocks);
    if (!MayRunAgain(status) || tries == kTries) return status;
    absl::SleepFor(pause);
    pause = std::min(2 * pause, kMaxPause);
  }
}

}  // namespace academy
