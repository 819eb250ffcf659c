// Runs the academy's other programs. They end with the thread that started them, however it ends.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

// Runs a program to its end; its standard error is appended to `log`. Returns what it printed on standard output.
// INTERNAL program_failed, with that and its exit code, unless it ended with 0.
absl::StatusOr<std::string> RunProgram(const std::vector<std::string>& words, const std::filesystem::path& log);

// A program that runs until the end of the object. Not thread-safe.
class Child {
 public:
  // Its output is appended to `log`. INTERNAL program_failed.
  static absl::StatusOr<Child> Start(const std::vector<std::string>& words, const std::filesystem::path& log);
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, 0)) {}
  Child& operator=(Child&&) = delete;
  ~Child();

  bool Runs();
  // Sends it the signal and waits for its end. False unless it ended with 0.
  bool End(int signal);

 private:
  explicit Child(pid_t pid) : pid_(pid) {}

  pid_t pid_;
};

}  // namespace academy::backup
