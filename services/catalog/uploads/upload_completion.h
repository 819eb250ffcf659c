// Completes an upload, after the last append, for an empty file, or in a recovery.
//
// Runs in its caller's transaction and may throw as SOCI does.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// Call when the file has all its `size` bytes. Queues the asset for processing and appends a feed event for each course
// that uses it. Does nothing if the upload is already complete. NOT_FOUND upload_not_found.
absl::Status CompleteUpload(Transaction& tx, ChangeFeed& feed, const std::string& id, int64_t size, UnixMillis now);

}  // namespace academy::catalog
