#include "services/backup/postgresql/session.h"

#include <algorithm>

#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

// In one line, without a newline at its end.
std::string OneLine(const char* words) {
  std::string line = words;
  while (!line.empty() && line.back() == '\n') line.pop_back();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

}  // namespace

absl::StatusOr<PgSession> PgSession::Open(const std::string& address) {
  const char* const names[] = {"dbname", "connect_timeout", "application_name", nullptr};
  const char* const values[] = {address.c_str(), "20", "academy backup", nullptr};
  PgSession session(PQconnectdbParams(names, values, /*expand_dbname=*/1));
  if (PQstatus(session.connection_.get()) == CONNECTION_OK) return session;
  return Error(absl::StatusCode::kUnavailable, "postgresql_away", OneLine(PQerrorMessage(session.connection_.get())));
}

absl::StatusOr<std::vector<PgSession::Row>> PgSession::Query(const std::string& sql) {
  std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()), &PQclear);
  ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && status != PGRES_EMPTY_QUERY) {
    return Error(absl::StatusCode::kInternal, "query_failed", OneLine(PQerrorMessage(connection_.get())));
  }
  std::vector<Row> rows(static_cast<size_t>(PQntuples(result.get())));
  for (size_t row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < PQnfields(result.get()); ++column) {
      rows[row].emplace_back(PQgetvalue(result.get(), static_cast<int>(row), column));
    }
  }
  return rows;
}

std::string PgSession::Place() const {
  std::string host = PQhost(connection_.get());
  return host.starts_with('/') ? host : host + ":" + PQport(connection_.get());
}

bool PgAnswers(const std::string& address) { return PQping(address.c_str()) == PQPING_OK; }

}  // namespace academy::backup
