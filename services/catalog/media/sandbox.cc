#include "services/catalog/media/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "services/catalog/media/system_calls.h"

namespace academy::catalog {
namespace {

// Rights that the kernel headers of Debian 12 do not name yet.
constexpr uint64_t kTruncate = uint64_t{1} << 14;
constexpr uint64_t kIoctlOnDevices = uint64_t{1} << 15;

constexpr uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr uint64_t kRead = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kWriteFile = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr uint64_t kWrite = kRead | kWriteFile | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
                            LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR;

// All access rights that this kernel can restrict.
uint64_t Handled() {
  int version = LandlockVersion();
  uint64_t handled = (uint64_t{1} << 13) - 1;
  if (version >= 2) handled |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) handled |= kTruncate;
  if (version >= 5) handled |= kIoctlOnDevices;
  return handled;
}

void Allow(int rules, const char* path, uint64_t rights) {
  int fd = ::open(path, O_PATH | O_CLOEXEC);
  struct stat info;
  if (fd < 0) return;
  if (::fstat(fd, &info) == 0) {
    // A rule for a file must not include rights that only apply to folders.
    if (!S_ISDIR(info.st_mode)) rights &= kReadFile | kWriteFile | LANDLOCK_ACCESS_FS_EXECUTE;
    landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
    ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  ::close(fd);
}

}  // namespace

int LandlockVersion() {
  static const int version = [] {
    long answer = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return answer > 0 ? static_cast<int>(answer) : 0;
  }();
  return version;
}

Sandbox::Sandbox(const SandboxPaths& paths) : calls_(EncoderSystemCalls()) {
  if (LandlockVersion() == 0) return;
  uint64_t handled = Handled();
  landlock_ruleset_attr attributes = {.handled_access_fs = handled};
  rules_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (rules_ < 0) return;
  // From /etc only what the loader needs.
  for (const char* path : {"/usr", "/bin", "/lib", "/lib64"}) {
    Allow(rules_, path, kRead | LANDLOCK_ACCESS_FS_EXECUTE);
  }
  for (const char* path : {"/etc/ld.so.cache", "/dev/zero", "/dev/random", "/dev/urandom"}) {
    Allow(rules_, path, kReadFile);
  }
  Allow(rules_, "/dev/null", (kReadFile | kWriteFile) & handled);
  for (const std::filesystem::path& path : paths.readable) Allow(rules_, path.c_str(), kRead);
  for (const std::filesystem::path& path : paths.writable) Allow(rules_, path.c_str(), kWrite & handled);
}

Sandbox::~Sandbox() {
  if (rules_ >= 0) ::close(rules_);
}

pid_t Sandbox::Fork() {
  long child =
      ::syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  return child >= 0 ? static_cast<pid_t>(child) : ::fork();
}

bool Sandbox::Enter() const {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (rules_ >= 0 && ::syscall(SYS_landlock_restrict_self, rules_, 0) != 0) return false;
  if (calls_.empty()) return true;
  sock_fprog program = {.len = static_cast<unsigned short>(calls_.size()),
                        .filter = const_cast<sock_filter*>(calls_.data())};
  // A kernel without seccomp: Landlock and the namespaces have to do.
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 || errno == EINVAL || errno == ENOSYS;
}

}  // namespace academy::catalog
