// Which files of a data folder belong in a backup.
//
// All functions are thread-safe; a file that appears or goes meanwhile may be missing or listed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace academy::backup {

// Everything but what is copied in other ways (the services' databases, also a cluster in `postgresql`; blobs; uploads)
// and what the processes make again (`run`, `logs`, `backup`, drafts of catalog): keys, marks of databases, and
// whatever else somebody puts there. Relative paths, ordered.
std::vector<std::string> ListDataFiles(const std::filesystem::path& data);

// Every file below a folder. Relative paths, ordered.
std::vector<std::string> ListFiles(const std::filesystem::path& folder);

// The files of uploads: `catalog/uploads/<id>`.
std::vector<std::string> ListUploads(const std::filesystem::path& data);

}  // namespace academy::backup
