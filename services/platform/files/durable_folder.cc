#include "services/platform/files/durable_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "services/platform/base/status.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(const fs::path& folder, const std::string& why) {
  return Error(absl::StatusCode::kFailedPrecondition, "file_error",
               "cannot make the folder " + folder.string() + ": " + why);
}

absl::Status Sync(const fs::path& folder) {
  int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool synced = fd >= 0 && ::fsync(fd) == 0;
  // Who may not read a folder has not made anything in it.
  absl::Status status = synced || (fd < 0 && errno == EACCES) ? absl::OkStatus() : Failed(folder, std::strerror(errno));
  if (fd >= 0) ::close(fd);
  return status;
}

}  // namespace

absl::Status MakeDurableFolder(const fs::path& folder) {
  std::error_code error;
  fs::path absolute = fs::absolute(folder, error).lexically_normal();
  std::vector<fs::path> parents = {absolute.parent_path(), absolute.parent_path().parent_path()};
  for (fs::path above = parents.back(); !error && !fs::exists(above, error); above = above.parent_path()) {
    parents.push_back(above.parent_path());
  }
  fs::create_directories(absolute, error);
  if (error) return Failed(folder, error.message());
  for (const fs::path& parent : parents) RETURN_IF_ERROR(Sync(parent));
  return absl::OkStatus();
}

}  // namespace academy
