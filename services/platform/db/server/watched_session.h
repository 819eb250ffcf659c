// SOCI's backend for PostgreSQL, each of whose waits for the server a Watchdog watches.
//
// The factory is thread-safe; a session is used by one thread at a time.
#pragma once

#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>

#include "services/platform/db/server/watchdog.h"

namespace academy {

// Makes sessions like those of soci::postgresql. What is not watched is the connecting itself, which has a limit of
// libpq's own, except for the setting that SOCI makes as its last step, of one round trip.
class WatchedPostgresql final : public soci::backend_factory {
 public:
  // Must outlive the factory; this must outlive its sessions.
  explicit WatchedPostgresql(Watchdog& watchdog) : watchdog_(watchdog) {}

  soci::details::session_backend* make_session(const soci::connection_parameters& parameters) const override;

 private:
  Watchdog& watchdog_;
};

// libpq's connection of such a session.
PGconn* ServerConnectionOf(soci::session& session);

}  // namespace academy
