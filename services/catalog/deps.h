// The dependencies shared by all parts of the catalog. Handlers and background work open their transactions on
// `database` and append feed and audit events in them.
#pragma once

#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// All members must outlive their users and are thread-safe.
struct Deps {
  Database& database;
  ChangeFeed& feed;
  AuditOutbox& audit;
  const Clock& clock;
};

}  // namespace academy::catalog
