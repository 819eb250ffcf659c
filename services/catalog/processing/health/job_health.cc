#include "services/catalog/processing/health/job_health.h"

#include <algorithm>
#include <optional>

#include "services/catalog/processing/job_store.h"
#include "services/platform/base/status.h"
#include "services/platform/health/health_item.h"

namespace academy::catalog {
namespace {

// A long video takes hours to encode, and others wait behind it.
constexpr int64_t kWaitingSeconds = 12 * 3600;

struct Jobs {
  int64_t oldest_seconds = 0;
  int64_t failed = 0;
};

absl::StatusOr<Jobs> ReadJobs(Database& database, const Clock& clock) {
  return database.Read([&](soci::session& sql) -> absl::StatusOr<Jobs> {
    std::optional<UnixMillis> since = OldestJob(sql);
    return Jobs{.oldest_seconds = since.has_value() ? std::max<int64_t>(0, (clock.Now() - *since) / 1000) : 0,
                .failed = CountFailedAssets(sql)};
  });
}

}  // namespace

void WatchJobs(const Monitors& monitors, Database& database, const Clock& clock) {
  if (monitors.health != nullptr) {
    monitors.health->Add([&database, &clock] {
      absl::StatusOr<Jobs> jobs = ReadJobs(database, clock);
      if (!jobs.ok()) return MakeHealthItem("encoding", "unknown", 0);
      if (jobs->failed > 0) return MakeHealthItem("encoding", "encoding_failed", jobs->failed);
      bool late = jobs->oldest_seconds > kWaitingSeconds;
      return MakeHealthItem("encoding", late ? "encoding_waiting" : "ok", jobs->oldest_seconds);
    });
  }
  if (monitors.metrics != nullptr) {
    monitors.metrics->Gauge("academy_processing_oldest_seconds", "Age of the oldest job; 0 if there is none",
                            [&database, &clock] {
                              absl::StatusOr<Jobs> jobs = ReadJobs(database, clock);
                              return jobs.ok() ? static_cast<double>(jobs->oldest_seconds) : -1;
                            });
  }
}

}  // namespace academy::catalog
