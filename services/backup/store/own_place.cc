#include "services/backup/store/own_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/blobs/s3_options.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr char kLock[] = "academy-backups.lock";

absl::Status Refused(const std::string& reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

bool Remembers(const fs::path& file, const std::string& address) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line == address) return true;
  }
  return false;
}

absl::Status Remember(const fs::path& file, const std::string& address) {
  std::ofstream lines(file, std::ios::app);
  lines << address << '\n';
  lines.close();
  return lines ? absl::OkStatus() : Refused("file_error", "cannot write to " + file.string());
}

absl::Status Lost(const std::string& address, const fs::path& remembered) {
  return Refused("place_lost", address +
                                   " had backups of this academy, and lacks them now: is the disk mounted? To begin"
                                   " with none there, remove its line in " +
                                   remembered.string());
}

// A process that ends, however it does, unlocks it.
absl::StatusOr<std::shared_ptr<int>> Lock(const fs::path& folder) {
  std::shared_ptr<int> lock(new int(::open((folder / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)), [](int* fd) {
    if (*fd >= 0) ::close(*fd);
    delete fd;
  });
  // Some network disks lock nothing.
  if (*lock < 0 || ::flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
  return Refused("place_in_use", "another backup to " + folder.string() + " is being made: wait for it");
}

}  // namespace

absl::StatusOr<OwnPlace> OwnPlace::Open(const Place& place, const std::string& academy, const fs::path& remembered) {
  bool is_folder = !IsS3Url(place.address);
  bool known = Remembers(remembered, place.address);
  std::error_code error;
  // Before a folder is made where the disk was.
  if (known && is_folder && !fs::exists(fs::path(place.address) / kOwnerFile, error)) {
    return Lost(place.address, remembered);
  }
  ASSIGN_OR_RETURN(BackupStore store,
                   BackupStore::Open(place.address, place.s3_credentials, BackupStore::Missing::kMake));
  std::shared_ptr<int> lock;
  if (is_folder) {
    ASSIGN_OR_RETURN(lock, Lock(place.address));
  }
  ASSIGN_OR_RETURN(std::string owner, store.Owner());
  if (owner.empty() && known) return Lost(place.address, remembered);
  if (!owner.empty() && !academy.empty() && owner != academy) {
    return Refused("place_of_another", place.address +
                                           " has the backups of another academy: give --to another place. If it is"
                                           " this one's, remove the file " +
                                           std::string(kOwnerFile) + " there");
  }
  if (owner.empty() && !academy.empty()) RETURN_IF_ERROR(store.SetOwner(academy));
  if (!known && !academy.empty()) RETURN_IF_ERROR(Remember(remembered, place.address));
  return OwnPlace(std::move(store), std::move(lock));
}

}  // namespace academy::backup
