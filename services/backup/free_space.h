// Whether the disks have what a backup needs before it is done: better told at once than after hours.
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

// A disk's number and its free bytes.
struct Disk {
  uint64_t id = 0;
  int64_t free = 0;
};
// Returns the disk of a folder, which may not exist yet. UNAVAILABLE file_error.
using FindDisk = std::function<absl::StatusOr<Disk>(const std::filesystem::path& folder)>;
absl::StatusOr<Disk> DiskOf(const std::filesystem::path& folder);

// FAILED_PRECONDITION disk_full, with what is needed and what there is, unless the disk of the data folder has space
// for two copies of the databases (the snapshots, and what is restored for the check) and one of the largest upload,
// and the disk of `to` for the databases, of which every backup stores all. `to` is empty for a store that is no
// folder. What else has to be stored depends on the backups that are there.
absl::Status RequireFreeSpace(const std::filesystem::path& data, const std::filesystem::path& to,
                              const FindDisk& find_disk = DiskOf);

}  // namespace academy::backup
