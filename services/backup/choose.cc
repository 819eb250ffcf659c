#include "services/backup/choose.h"

#include <algorithm>

#include "services/backup/store/manifest.h"
#include "services/platform/base/log.h"

namespace academy::backup {

std::vector<std::string> MadeUntil(UnixMillis now, std::vector<std::string> ids) {
  auto later =
      std::stable_partition(ids.begin(), ids.end(), [now](const std::string& id) { return TimeOfBackup(id) <= now; });
  if (later != ids.end()) LogWarning("backup is later than now", {{"id", ids.back()}});
  ids.erase(later, ids.end());
  return ids;
}

std::vector<std::string> Dropped(const KeepPolicy& policy, const std::vector<std::string>& ids,
                                 const std::string& made) {
  std::vector<UnixMillis> times;
  for (const std::string& id : ids) times.push_back(TimeOfBackup(id));
  std::vector<bool> kept = Kept(policy, times);
  std::vector<std::string> dropped;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!kept[i] && ids[i] != made) dropped.push_back(ids[i]);
  }
  return dropped;
}

}  // namespace academy::backup
