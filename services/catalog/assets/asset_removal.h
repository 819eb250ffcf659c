// Removes an asset that courses may use.
//
// Runs in its caller's transaction and may throw as SOCI does.
#pragma once

#include <string>

#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// Deletes the asset as DeleteAsset does, and appends a feed event for each course that used it.
void RemoveAsset(Transaction& tx, ChangeFeed& feed, const std::string& id, UnixMillis now);

}  // namespace academy::catalog
