// What auth's health and metrics say about waiting mails.
//
// Thread-safe.
#pragma once

#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/health/monitors.h"

namespace academy::auth {

// Where mails go.
enum class MailWay {
  kServer,
  // Nowhere until the academy has a mail server.
  kNone,
  // Shown to the other processes, for demonstrations.
  kShown,
};

// Adds the item `mail` and a gauge of the oldest waiting mail's age. All must outlive the last use of the monitors.
void WatchMails(const Monitors& monitors, Database& database, const Clock& clock, MailWay way);

}  // namespace academy::auth
