// What is special about a database server, which may be restarted or replaced by its standby at any moment: connecting
// to whichever host takes writes, telling its errors apart, and noticing commits whose outcome nobody knows.
//
// All functions are thread-safe.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "services/platform/db/server/watched_session.h"

namespace academy {

// Whether the `url` of a database is a PostgreSQL server's.
bool IsServerUrl(std::string_view url);

// Opens `session` on the server at `url`, which may name several hosts (libpq's `host1:port,host2:port`): with `writes`
// on the one that takes writes. What the URL does not say of time limits is set, so that a host that is gone is noticed
// within seconds; the server is told to notice within seconds too when this host is gone, so that nobody waits for the
// locks of such a session. There is no limit on a statement's time, because it would also end the wait of a commit for
// the standby, which commits on this server alone; the watchdog of `postgresql` ends what a stopped server does not
// answer. Throws as SOCI does; `postgresql` and `warned` must outlive the session, and `warned` is set whenever the
// server tells that a commit has not waited for its standby.
void ConnectToServer(soci::session& session, const WatchedPostgresql& postgresql, const std::string& url, bool writes,
                     bool& warned);

// Lets the server end a session of which nothing has come for a minute while it holds the locks of a transaction: this
// process may be stopped, though its machine answers. Throws as SOCI does.
void LimitIdleTransactions(soci::session& session);

// The status of an error, by its SQLSTATE: UNAVAILABLE database_unavailable for what is the server's or another
// transaction's doing; OK if it is not known.
absl::Status ServerError(std::string_view state, std::string_view text);

// Whether the transaction of a session of ConnectToServer can only be rolled back, because a statement failed and the
// error was ignored.
bool IsSpoiled(soci::session& session);

// UNAVAILABLE outcome_unknown: the connection was lost during a commit, which may or may not have happened.
absl::Status OutcomeUnknown(std::string_view text);

// Whether the transaction that failed so has surely changed nothing and can be run again.
bool MayRunAgain(const absl::Status& status);
// Whether that was because of another transaction.
bool IsConflict(const absl::Status& status);
// Whether it may be run again only if it asks first what it did, as calls with an idempotency key do.
bool IsOutcomeUnknown(const absl::Status& status);
// Whether the connection that it used must not be used again: it is lost, or its server no longer takes writes.
bool NeedsNewConnection(const absl::Status& status);

}  // namespace academy
