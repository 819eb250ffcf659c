// What a program that reads strangers' files is left with: its job's folder, the system's programs and libraries, and
// no network. As much of that as the kernel offers: Landlock (since Linux 5.13) hides files, seccomp refuses calls.
//
// Thread-safe; entering is for a child between fork and exec.
#pragma once

#include <filesystem>
#include <vector>

namespace academy::catalog {

// Files and folders that the program may use beside the system's own.
struct SandboxPaths {
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> writable;
};

class Sandbox {
 public:
  // Opens what the rules name. Paths that are not there are left out.
  explicit Sandbox(const SandboxPaths& paths);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Gives up everything else, for good and for all children. Async-signal-safe. False when the kernel has the means
  // and refused them.
  bool Enter() const;

 private:
  // A Landlock ruleset; -1 without Landlock.
  int rules_ = -1;
};

// The version of Landlock's interface, 0 where there is none: whitelists of protocols and formats are left then.
int LandlockVersion();

}  // namespace academy::catalog
