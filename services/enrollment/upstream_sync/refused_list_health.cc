#include "services/enrollment/upstream_sync/refused_list_health.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/health_item.h"

namespace academy::enrollment {
namespace {

absl::StatusOr<std::vector<RefusedList>> FindRefused(soci::session& sql) {
  std::vector<RefusedList> found = FindRefusedList(sql, ListKind::kLearners);
  std::vector<RefusedList> courses = FindRefusedList(sql, ListKind::kCourses);
  std::copy(courses.begin(), courses.end(), std::back_inserter(found));
  return found;
}

}  // namespace

void WatchRefusedLists(const Monitors& monitors, Database& database) {
  if (monitors.health == nullptr) return;
  monitors.health->Add([&database] {
    absl::StatusOr<std::vector<RefusedList>> refused = database.Read(FindRefused);
    if (!refused.ok() || refused->empty()) return common::v1::HealthItem();
    common::v1::HealthItem item = MakeHealthItem("feeds", "feed_refused", refused->front().missing);
    item.set_since(FormatTime(refused->front().since));
    return item;
  });
}

}  // namespace academy::enrollment
