#include "services/backup/free_space.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "services/backup/data_files.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

int64_t SizeOf(const fs::path& file) {
  std::error_code error;
  auto size = fs::file_size(file, error);
  return error ? 0 : static_cast<int64_t>(size);
}

int64_t SizeOfDatabases(const fs::path& data) {
  int64_t size = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(data, error)) {
    std::string file = entry.path().filename().string() + ".db";
    // What is only in the log yet is in the copy too.
    size += SizeOf(entry.path() / file) + SizeOf(entry.path() / (file + "-wal"));
  }
  return size;
}

int64_t SizeOfLargestUpload(const fs::path& data) {
  int64_t largest = 0;
  for (const std::string& path : ListUploads(data)) largest = std::max(largest, SizeOf(data / path));
  return largest;
}

std::string Text(int64_t bytes) {
  constexpr double kMebibyte = 1 << 20;
  constexpr double kGibibyte = 1 << 30;
  char text[32];
  const auto size = static_cast<double>(bytes);
  bool large = size >= kGibibyte;
  std::snprintf(text, sizeof(text), large ? "%.1f GiB" : "%.1f MiB", size / (large ? kGibibyte : kMebibyte));
  return text;
}

absl::Status Require(int64_t needed, int64_t free, const fs::path& folder) {
  if (free >= needed) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition, "disk_full",
               "the backup needs " + Text(needed) + " on the disk of " + folder.string() + ", which has " + Text(free) +
                   ": free some space");
}

}  // namespace

absl::StatusOr<Disk> DiskOf(const fs::path& folder) {
  fs::path there = fs::absolute(folder).lexically_normal();
  std::error_code error;
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  struct stat info {};
  struct statvfs disk {};
  if (::stat(there.c_str(), &info) != 0 || ::statvfs(there.c_str(), &disk) != 0) {
    return Error(absl::StatusCode::kUnavailable, "file_error", "cannot measure the disk of " + folder.string());
  }
  return Disk{.id = info.st_dev, .free = static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize)};
}

absl::Status RequireFreeSpace(const fs::path& data, const fs::path& to, const FindDisk& find_disk) {
  const int64_t databases = SizeOfDatabases(data);
  const int64_t work = 2 * databases + SizeOfLargestUpload(data);
  ASSIGN_OR_RETURN(Disk here, find_disk(data));
  if (to.empty()) return Require(work, here.free, data);
  ASSIGN_OR_RETURN(Disk there, find_disk(to));
  if (there.id == here.id) return Require(work + databases, here.free, data);
  RETURN_IF_ERROR(Require(work, here.free, data));
  return Require(databases, there.free, to);
}

}  // namespace academy::backup
