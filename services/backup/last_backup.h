// How the last backup of a data folder ended: `backup/last.json`, and `backup/last-good.json` of the last that
// succeeded, for the edge and for people.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

struct LastBackup {
  // Empty if it failed.
  std::string id;
  // When it ended.
  UnixMillis at = 0;
  // Bytes of the academy's data in it.
  int64_t bytes = 0;
  double seconds = 0;
  // Why it failed; empty if it succeeded.
  std::string error;
};

// Replaces the files atomically. UNAVAILABLE file_error.
absl::Status WriteLastBackup(const std::filesystem::path& data, const LastBackup& last);

}  // namespace academy::backup
