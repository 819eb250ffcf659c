// Copies a SQLite database that another connection or process may be writing.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <functional>

#include "absl/status/status.h"

namespace academy {

// Writes one snapshot of the database `source` to the new file `target`, mode 0600. Neither waits for writers nor makes
// them wait; the write-ahead log is not checkpointed. The copy is not synced. UNAVAILABLE snapshot_failed, also once
// `stopping`, which may be empty, returns true: it is asked every few megabytes. Then there is no `target`.
absl::Status CopySqlite(const std::filesystem::path& source, const std::filesystem::path& target,
                        const std::function<bool()>& stopping = {});

}  // namespace academy
