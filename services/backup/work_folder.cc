#include "services/backup/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_file.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRunPrefix = "backup-";

absl::Status Failed(const std::string& reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

}  // namespace

absl::StatusOr<std::unique_ptr<WorkFolder>> WorkFolder::Open(const fs::path& data) {
  fs::path path = data / "backup";
  std::error_code error;
  fs::create_directory(path, error);
  fs::permissions(path, fs::perms::owner_all, error);
  int fd = ::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return Failed("file_error", "cannot write to " + path.string());
  // Before there is an object, whose end would remove the other backup's files.
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Failed("backup_runs", "another backup of " + data.string() + " is being made: wait for it");
  }
  std::unique_ptr<WorkFolder> folder(new WorkFolder(data, fd));
  folder->Clean();
  for (const fs::path& part : {folder->objects(), folder->copy(), folder->clusters(), folder->snapshots()}) {
    fs::create_directory(part, error);
    if (!error) fs::permissions(part, fs::perms::owner_all, error);
    if (error) return Failed("file_error", "cannot make " + part.string() + ": " + error.message());
  }
  return folder;
}

WorkFolder::WorkFolder(const fs::path& data, int fd)
    : path_(data / "backup"), run_(data / "run"), fd_(fd), token_(Hex(RandomBytes(8))) {}

WorkFolder::~WorkFolder() {
  Clean();
  ::close(fd_);
}

std::string WorkFolder::snapshots_name() const { return std::string(kRunPrefix) + token_; }

absl::StatusOr<std::string> WorkFolder::NameKey() const {
  fs::path file = path_ / "name-key";
  std::string key;
  std::ifstream(file) >> key;
  if (!key.empty()) return key;
  key = NewToken();
  RETURN_IF_ERROR(WriteSecretFile(file, key + "\n"));
  return key;
}

bool WorkFolder::SweptWithin(absl::Duration time) const {
  UnixMillis at = 0;
  std::ifstream(swept()) >> at;
  UnixMillis now = Clock::System().Now();
  return at <= now && at + time > now;
}

void WorkFolder::NoteSweep() const { std::ofstream(swept(), std::ios::trunc) << Clock::System().Now() << '\n'; }

void WorkFolder::Clean() {
  std::error_code ignored;
  for (const fs::path& folder : {objects(), copy(), clusters()}) fs::remove_all(folder, ignored);
  for (const fs::directory_entry& entry : fs::directory_iterator(run_, ignored)) {
    if (entry.path().filename().string().starts_with(kRunPrefix)) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace academy::backup
