#include "services/backup/postgresql/database_check.h"

#include <vector>

#include "services/backup/postgresql/session.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

// PostgreSQL looks only at references that it does not believe, and the transaction makes it forget the doubt.
constexpr char kValidate[] = R"(
BEGIN;
UPDATE pg_constraint SET convalidated = false WHERE contype = 'f';
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN SELECT conrelid::regclass AS name, conname FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', reference.name, reference.conname);
  END LOOP;
END $$;
ROLLBACK)";

absl::Status Damaged(const std::string& database, const absl::Status& found) {
  return Error(absl::StatusCode::kDataLoss, "database_damaged",
               "the database " + database + " is damaged: " + std::string(MessageOf(found)));
}

absl::StatusOr<std::string> Superuser(const std::string& address) {
  ASSIGN_OR_RETURN(PgSession session, PgSession::Open(address));
  ASSIGN_OR_RETURN(std::vector<PgSession::Row> rows,
                   session.Query("SELECT rolname FROM pg_roles WHERE rolsuper AND rolcanlogin ORDER BY oid LIMIT 1"));
  if (!rows.empty()) return rows.front().front();
  return Error(absl::StatusCode::kFailedPrecondition, "no_superuser",
               "no superuser of the PostgreSQL cluster may sign in, so that its copy cannot be checked. Fix: ALTER ROLE"
               " postgres LOGIN");
}

}  // namespace

absl::Status CheckPostgresql(const PgTools& tools, const PrivateServer& server, const std::string& user,
                             const std::string& database, const std::filesystem::path& log) {
  ASSIGN_OR_RETURN(std::string superuser, Superuser(server.Address(user, database)));
  std::string address = server.Address(superuser, database);
  ASSIGN_OR_RETURN(PgSession session, PgSession::Open(address));
  if (absl::StatusOr<std::vector<PgSession::Row>> valid = session.Query(kValidate); !valid.ok()) {
    return Damaged(database, valid.status());
  }
  ASSIGN_OR_RETURN(std::vector<PgSession::Row> amcheck,
                   session.Query("SELECT installed_version IS NOT NULL FROM pg_available_extensions WHERE name = "
                                 "'amcheck'"));
  if (amcheck.empty() || !tools.Has("pg_amcheck")) return absl::OkStatus();
  bool had_it = amcheck.front().front() == "t";
  absl::Status whole =
      RunPgProgram({tools.Path("pg_amcheck"), "--no-password", "--install-missing", "--heapallindexed", address}, log);
  if (!whole.ok()) return Damaged(database, whole);
  return had_it ? absl::OkStatus() : session.Query("DROP EXTENSION amcheck").status();
}

}  // namespace academy::backup
