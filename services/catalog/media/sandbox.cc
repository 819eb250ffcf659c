#include "services/catalog/media/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

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

// Everything that this kernel can refuse.
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
    // A file's rule must not speak of folders.
    if (!S_ISDIR(info.st_mode)) rights &= kReadFile | kWriteFile | LANDLOCK_ACCESS_FS_EXECUTE;
    landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
    ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  ::close(fd);
}

// The network, other processes, and doors into the kernel that no encoder needs.
constexpr int kRefused[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_open_by_handle_at,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
};
constexpr size_t kRefusedCount = sizeof(kRefused) / sizeof(kRefused[0]);

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kArchitecture = 0;
#endif

// True also where there is no seccomp.
bool RefuseCalls() {
  if (kArchitecture == 0) return true;
  // The architecture, since numbers mean other calls on another; then the number: a list of `is it this one`.
  constexpr size_t kHead = 5;
  sock_filter filter[kHead + kRefusedCount + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      // Bit 30 is x86-64's second set of numbers.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, static_cast<uint8_t>(kRefusedCount + 1), 0),
  };
  for (size_t i = 0; i < kRefusedCount; ++i) {
    filter[kHead + i] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(kRefused[i]),
                                 static_cast<uint8_t>(kRefusedCount - i), 0);
  }
  filter[kHead + kRefusedCount] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[kHead + kRefusedCount + 1] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES);
  sock_fprog program = {.len = static_cast<unsigned short>(kHead + kRefusedCount + 2), .filter = filter};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 || errno == EINVAL || errno == ENOSYS;
}

}  // namespace

int LandlockVersion() {
  static const int version = [] {
    long answer = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return answer > 0 ? static_cast<int>(answer) : 0;
  }();
  return version;
}

Sandbox::Sandbox(const SandboxPaths& paths) {
  if (LandlockVersion() == 0) return;
  uint64_t handled = Handled();
  landlock_ruleset_attr attributes = {.handled_access_fs = handled};
  rules_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (rules_ < 0) return;
  // /etc/passwd and all else of /etc stays out: a program needs to find its libraries there, no more.
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

bool Sandbox::Enter() const {
  // A kernel that forbids namespaces of one's own leaves the refused calls.
  ::unshare(CLONE_NEWUSER | CLONE_NEWNET);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (rules_ >= 0 && ::syscall(SYS_landlock_restrict_self, rules_, 0) != 0) return false;
  return RefuseCalls();
}

}  // namespace academy::catalog
