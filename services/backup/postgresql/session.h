// One connection to a PostgreSQL server, for the few questions that a backup asks.
//
// Not thread-safe.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

class PgSession {
 public:
  using Row = std::vector<std::string>;

  // `address` is a URL or libpq's `name=value`s. UNAVAILABLE postgresql_away, with the server's words.
  static absl::StatusOr<PgSession> Open(const std::string& address);

  // Runs statements, and returns the rows of the last one; NULL is empty. INTERNAL query_failed, with the server's
  // words.
  absl::StatusOr<std::vector<Row>> Query(const std::string& sql);

  // `host:port`, or the folder of the socket.
  std::string Place() const;

 private:
  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };

  explicit PgSession(PGconn* connection) : connection_(connection) {}

  std::unique_ptr<PGconn, Close> connection_;
};

// Whether a server accepts connections there.
bool PgAnswers(const std::string& address);

}  // namespace academy::backup
