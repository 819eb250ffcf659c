// Confines a program that reads untrusted files to its job's folder and the system's programs and libraries, without
// network and without sight of other processes, as far as the kernel supports it: namespaces hide network and
// processes, Landlock (since Linux 5.13) hides files, and seccomp refuses every system call that is not listed
// (system_calls.h).
//
// Thread-safe. Enter is for a child between Fork and exec.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace academy::catalog {

// Files and folders that the program may use in addition to the system's own.
struct SandboxPaths {
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> writable;
};

class Sandbox {
 public:
  // Opens the paths; missing ones are ignored.
  explicit Sandbox(const SandboxPaths& paths);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Like fork(2), but the child has no network and sees only its own children, which end with it. Falls back to a plain
  // fork if the kernel forbids new namespaces; the refused system calls alone then keep the child from both. The child
  // may make async-signal-safe calls only.
  static pid_t Fork();

  // Confines the process and its children permanently. Async-signal-safe. Returns false if the kernel supports this but
  // refused it.
  bool Enter() const;

 private:
  // A Landlock ruleset; -1 without Landlock.
  int rules_ = -1;
  // Empty on unknown processors, where no call is refused.
  std::vector<sock_filter> calls_;
};

// Returns the version of Landlock's ABI; 0 if unavailable, when only ffmpeg's own whitelists restrict what it reads.
int LandlockVersion();

}  // namespace academy::catalog
