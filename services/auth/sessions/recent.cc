#include "services/auth/sessions/recent.h"

#include <optional>

#include "services/auth/errors.h"
#include "services/auth/sessions/session_store.h"

namespace academy::auth {

absl::Status RequireRecent(soci::session& sql, const Caller& caller, UnixMillis now) {
  if (caller.kind == CallerKind::kService) return absl::OkStatus();
  std::optional<SessionRecord> session = FindSession(sql, caller.session_id);
  if (!session.has_value() || session->person_id != caller.id) return error::Unauthenticated();
  if (session->ended_at > 0) return error::SessionEnded(session->reason);
  return now < session->recent_until ? absl::OkStatus() : error::ReauthenticationRequired();
}

absl::Status RequireRecent(const Deps& deps, const Caller& caller) {
  return deps.database.Read(
      [&](soci::session& sql) -> absl::Status { return RequireRecent(sql, caller, deps.clock.Now()); });
}

}  // namespace academy::auth
