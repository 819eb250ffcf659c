// When the last good backup of the academy ended.
//
// Thread-safe.
#pragma once

#include <filesystem>

namespace academy::edge {

// Seconds since the Unix epoch; 0 if there is none. Reads `data`/backup/last-good.json.
double LastGoodBackup(const std::filesystem::path& data);

}  // namespace academy::edge
