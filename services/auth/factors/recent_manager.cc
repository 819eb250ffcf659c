#include "services/auth/factors/recent_manager.h"

#include <optional>
#include <utility>

#include "services/auth/errors.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {

absl::StatusOr<ManagerRecord> FindRecentManager(soci::session& sql, const Caller& caller, UnixMillis now) {
  RETURN_IF_ERROR(RequireRecent(sql, caller, now));
  std::optional<ManagerRecord> manager = FindManager(sql, caller.id);
  if (!manager.has_value()) return error::SessionEnded(session_reason::kRemoved);
  return *std::move(manager);
}

}  // namespace academy::auth
