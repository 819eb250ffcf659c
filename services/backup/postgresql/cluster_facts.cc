#include "services/backup/postgresql/cluster_facts.h"

#include <cstdlib>
#include <vector>

#include "services/backup/postgresql/session.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

// pg_basebackup copies over one connection and streams the log over another.
constexpr int kSenders = 2;

constexpr char kQuestion[] =
    "SELECT current_user, current_database(), rolreplication OR rolsuper, current_setting('wal_level'),"
    " current_setting('max_wal_senders'), current_setting('server_version_num'),"
    " (SELECT system_identifier FROM pg_control_system()),"
    " (SELECT COUNT(*) FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global'))"
    " FROM pg_roles WHERE rolname = current_user";

absl::Status Refused(const char* reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

std::string Quoted(const std::string& name) {
  std::string quoted = "\"";
  for (char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

absl::Status TooFewSenders(const ClusterFacts& facts) {
  return Refused("max_wal_senders", "PostgreSQL at " + facts.place +
                                        " has no connections left for a copy. Fix: set max_wal_senders to two more in"
                                        " postgresql.conf, and restart PostgreSQL");
}

}  // namespace

absl::StatusOr<ClusterFacts> ReadClusterFacts(const std::string& address) {
  ASSIGN_OR_RETURN(PgSession session, PgSession::Open(address));
  ASSIGN_OR_RETURN(std::vector<PgSession::Row> rows, session.Query(kQuestion));
  if (rows.size() != 1) return Error(absl::StatusCode::kInternal, "query_failed", "PostgreSQL does not know its role");
  const PgSession::Row& row = rows.front();
  return ClusterFacts{.id = row[6],
                      .version = std::atoi(row[5].c_str()) / 10'000,
                      .place = session.Place(),
                      .user = row[0],
                      .database = row[1],
                      .may_copy = row[2] == "t",
                      .wal_level = row[3],
                      .max_wal_senders = std::atoi(row[4].c_str()),
                      .tablespaces = std::atoi(row[7].c_str())};
}

absl::Status CheckFacts(const ClusterFacts& facts) {
  if (!facts.may_copy) {
    return Refused("replication_denied", "the role " + facts.user + " may not copy PostgreSQL at " + facts.place +
                                             ". Fix: as its superuser, ALTER ROLE " + Quoted(facts.user) +
                                             " REPLICATION");
  }
  if (facts.wal_level == "minimal") {
    return Refused("wal_level", "PostgreSQL at " + facts.place +
                                    " has wal_level = minimal, with which it cannot be copied while it runs. Fix: set"
                                    " wal_level = replica in postgresql.conf, and restart PostgreSQL");
  }
  if (facts.max_wal_senders < kSenders) return TooFewSenders(facts);
  if (facts.tablespaces > 0) {
    return Refused("tablespaces", "PostgreSQL at " + facts.place +
                                      " has tablespaces of its own, which the backup does not copy. Fix: move their"
                                      " databases and tables to pg_default, and drop them");
  }
  return absl::OkStatus();
}

absl::Status ExplainFailure(const ClusterFacts& facts, std::string_view printed) {
  std::string words(printed);
  auto says = [&](const char* what) { return words.find(what) != words.npos; };
  if (says("pg_hba.conf")) {
    return Refused("replication_denied", "PostgreSQL at " + facts.place + " does not let the role " + facts.user +
                                             " copy it: " + words +
                                             ". Fix: a line for it in pg_hba.conf whose database is replication, such"
                                             " as `local replication " +
                                             facts.user + " peer`, and SELECT pg_reload_conf()");
  }
  if (says("max_wal_senders")) return TooFewSenders(facts);
  return Error(absl::StatusCode::kUnavailable, "copy_failed",
               "PostgreSQL at " + facts.place + " was not copied: " + words);
}

}  // namespace academy::backup
