#include "services/enrollment/upstream_sync/absence_health.h"

#include <cstdint>

#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/platform/health/health_item.h"

namespace academy::enrollment {
namespace {

struct Missing {
  int64_t absent = 0;
  // Of the lists that were refused.
  int64_t refused = 0;
};

absl::StatusOr<Missing> Count(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<Missing> {
    Missing missing;
    for (ListKind kind : kListKinds) {
      missing.absent += static_cast<int64_t>(ListAbsences(sql, kind).size());
      for (const RefusedList& refused : FindRefusedList(sql, kind)) missing.refused += refused.missing;
    }
    return missing;
  });
}

}  // namespace

void WatchAbsences(const Monitors& monitors, Database& database) {
  if (monitors.metrics != nullptr) {
    monitors.metrics->Gauge("academy_absent", "Learners and courses that are missing though nobody removed them",
                            [&database] {
                              absl::StatusOr<Missing> missing = Count(database);
                              return missing.ok() ? static_cast<double>(missing->absent + missing->refused) : -1;
                            });
  }
  if (monitors.health == nullptr) return;
  monitors.health->Add([&database] {
    absl::StatusOr<Missing> missing = Count(database);
    if (!missing.ok()) return MakeHealthItem("feeds", "unknown", 0);
    if (missing->refused > 0) return MakeHealthItem("feeds", "list_refused", missing->refused);
    return MakeHealthItem("feeds", missing->absent > 0 ? "data_missing" : "ok", missing->absent);
  });
}

}  // namespace academy::enrollment
