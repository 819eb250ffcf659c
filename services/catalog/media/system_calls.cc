#include "services/catalog/media/system_calls.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace academy::catalog {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kArchitecture = 0;
#endif

// Allowed whatever their arguments are. What encoders call most comes first.
constexpr long kAllowed[] = {
    SYS_futex,
    SYS_read,
    SYS_write,
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_madvise,
    SYS_mremap,
    SYS_brk,
    SYS_sched_yield,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_pread64,
    SYS_pwrite64,
    SYS_readv,
    SYS_writev,
    SYS_lseek,
    SYS_openat,
    SYS_close,
    SYS_close_range,
    SYS_newfstatat,
    SYS_fstat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_chdir,
    SYS_mkdirat,
    SYS_unlinkat,
    SYS_renameat,
    SYS_renameat2,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fadvise64,
    SYS_fsync,
    SYS_fdatasync,
    SYS_flock,
    SYS_umask,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_ppoll,
    SYS_pselect6,
    SYS_eventfd2,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_sendfile,
    SYS_copy_file_range,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_rseq,
    SYS_membarrier,
    SYS_set_tid_address,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_getpriority,
    SYS_get_mempolicy,
    SYS_set_mempolicy,
    SYS_mbind,
    SYS_mlock,
    SYS_munlock,
    SYS_mincore,
    SYS_getcpu,
    SYS_getpid,
    SYS_getppid,
    SYS_gettid,
    SYS_getpgid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getgroups,
    SYS_getrandom,
    SYS_getrusage,
    SYS_times,
    SYS_uname,
    SYS_sysinfo,
    SYS_capget,
    SYS_execve,
    SYS_wait4,
    SYS_waitid,
    SYS_exit,
    SYS_exit_group,
#if defined(__x86_64__)
    // What newer processors have only with a folder's descriptor, or with more arguments.
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_mkdir,
    SYS_rmdir,
    SYS_unlink,
    SYS_rename,
    SYS_dup2,
    SYS_pipe,
    SYS_poll,
    SYS_select,
    SYS_epoll_create,
    SYS_epoll_wait,
    SYS_eventfd,
    SYS_getdents,
    SYS_time,
    SYS_getpgrp,
    SYS_vfork,
    SYS_arch_prctl,
#endif
};

constexpr uint32_t kNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// Where the kernel puts the low half of argument `index`; the high half follows. Both processors are little-endian.
constexpr uint32_t LowOf(int index) { return offsetof(seccomp_data, args) + 8 * static_cast<uint32_t>(index); }

class FilterBuilder {
 public:
  FilterBuilder() {
    // The numbers depend on the architecture.
    Load(offsetof(seccomp_data, arch));
    Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
    Return(SECCOMP_RET_KILL_PROCESS);
    Load(offsetof(seccomp_data, nr));
  }

  void Allow(long number) {
    Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 1));
    Return(SECCOMP_RET_ALLOW);
  }

  // With one of `values` in the low half of the argument, which is what the kernel looks at.
  void AllowWith(long number, int argument, std::initializer_list<uint32_t> values) {
    Begin(number, 2 + 2 * values.size());
    Load(LowOf(argument));
    for (uint32_t value : values) {
      Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
      Return(SECCOMP_RET_ALLOW);
    }
    Load(offsetof(seccomp_data, nr));
  }

  // With none of `bits` in the argument.
  void AllowWithout(long number, int argument, uint32_t bits) {
    Begin(number, 4);
    Load(LowOf(argument));
    Add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
    Return(SECCOMP_RET_ALLOW);
    Load(offsetof(seccomp_data, nr));
  }

  // With an argument that is null.
  void AllowWithNull(long number, int argument) {
    Begin(number, 6);
    Load(LowOf(argument));
    Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
    Load(LowOf(argument) + 4);
    Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
    Return(SECCOMP_RET_ALLOW);
    Load(offsetof(seccomp_data, nr));
  }

  std::vector<sock_filter> Take() {
    Return(SECCOMP_RET_ERRNO | ENOSYS);
    return std::move(filter_);
  }

 private:
  void Add(sock_filter instruction) { filter_.push_back(instruction); }
  void Load(uint32_t offset) { Add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void Return(uint32_t action) { Add(BPF_STMT(BPF_RET | BPF_K, action)); }
  // What follows, `size` instructions, is for one number.
  void Begin(long number, size_t size) {
    Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, static_cast<uint8_t>(size)));
  }

  std::vector<sock_filter> filter_;
};

}  // namespace

std::vector<sock_filter> EncoderSystemCalls() {
  if (kArchitecture == 0) return {};
  FilterBuilder filter;
  for (long number : kAllowed) filter.Allow(number);
  // clone3 hides its flags in memory; the C library turns to clone when it is refused.
  filter.AllowWithout(SYS_clone, 0, kNamespaces);
  // To read a limit, not to change it: the process could change those of others.
  filter.AllowWithNull(SYS_prlimit64, 2);
  filter.AllowWith(SYS_prctl, 0, {PR_SET_NAME, PR_CAPBSET_READ});
  filter.AllowWith(SYS_ioctl, 1, {TCGETS, TIOCGWINSZ, FIONREAD});
  // Not F_SETOWN, which makes the kernel send signals.
  filter.AllowWith(SYS_fcntl, 1,
                   {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW});
  return filter.Take();
}

}  // namespace academy::catalog
