#include "services/auth/mail/health/mail_health.h"

#include <algorithm>
#include <optional>

#include "services/auth/mail/mail_store.h"
#include "services/platform/base/status.h"
#include "services/platform/health/health_item.h"

namespace academy::auth {
namespace {

// A mail server may refuse strangers' mails for some minutes (greylisting).
constexpr int64_t kWaitingSeconds = 15 * 60;
constexpr int64_t kStuckSeconds = 2 * 3600;

// How long the oldest waiting mail has waited; nullopt if none waits.
absl::StatusOr<std::optional<int64_t>> OldestSeconds(Database& database, const Clock& clock) {
  return database.Read([&](soci::session& sql) -> absl::StatusOr<std::optional<int64_t>> {
    std::optional<UnixMillis> since = OldestWaitingMail(sql);
    if (!since.has_value()) return std::nullopt;
    return std::max<int64_t>(0, (clock.Now() - *since) / 1000);
  });
}

const char* CodeOf(std::optional<int64_t> seconds, MailWay way) {
  if (!seconds.has_value() || way == MailWay::kShown) return "ok";
  if (way == MailWay::kNone) return "mail_no_server";
  return *seconds > kStuckSeconds ? "mail_stuck" : *seconds > kWaitingSeconds ? "mail_waiting" : "ok";
}

}  // namespace

void WatchMails(const Monitors& monitors, Database& database, const Clock& clock, MailWay way) {
  if (monitors.health != nullptr) {
    monitors.health->Add([&database, &clock, way] {
      absl::StatusOr<std::optional<int64_t>> seconds = OldestSeconds(database, clock);
      return MakeHealthItem("mail", seconds.ok() ? CodeOf(*seconds, way) : "unknown",
                            seconds.ok() ? seconds->value_or(0) : 0);
    });
  }
  if (monitors.metrics != nullptr) {
    monitors.metrics->Gauge("academy_mail_oldest_seconds", "Age of the oldest waiting mail; 0 if none waits",
                            [&database, &clock] {
                              absl::StatusOr<std::optional<int64_t>> seconds = OldestSeconds(database, clock);
                              return seconds.ok() ? static_cast<double>(seconds->value_or(0)) : -1;
                            });
  }
}

}  // namespace academy::auth
