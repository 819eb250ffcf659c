// The catalog's feed in a form that tests can compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// At most 100 events after `position`, as `changed:<id>` and `removed:<id>`.
std::vector<std::string> FeedEventsAfter(ChangeFeed& feed, int64_t position);

}  // namespace academy::catalog
