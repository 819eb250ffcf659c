// The dependencies of changes to enrollment's database.
#pragma once

#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::enrollment {

// All members must outlive their users and are thread-safe. The database has enrollment's schema.
struct WriteDeps {
  Database& database;
  ChangeFeed& feed;
  AuditOutbox& audit;
  const Clock& clock;
};

}  // namespace academy::enrollment
