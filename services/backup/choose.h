// Which of the backups in a place count, and which are no longer kept.
//
// All functions are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "services/backup/store/keep_policy.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

// Those made until `now`. Others were made while a clock was wrong, or somebody put them there: a warning names the
// last of them. They would be the newest for ever.
std::vector<std::string> MadeUntil(UnixMillis now, std::vector<std::string> ids);

// Those of `ids` that the policy does not keep; never `made`, the backup that was made just now.
std::vector<std::string> Dropped(const KeepPolicy& policy, const std::vector<std::string>& ids,
                                 const std::string& made);

}  // namespace academy::backup
