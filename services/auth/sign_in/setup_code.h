// The code that the first manager's sign-up requires when others than the owner can reach the academy. Whoever can read
// the machine's files or console is considered the owner.
//
// Thread-safe after Open.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"

namespace academy::auth {

class SetupCode {
 public:
  // Stores the code in `file`, readable only by its owner; an empty path requires no code.
  explicit SetupCode(std::filesystem::path file) : file_(std::move(file)) {}

  // Reads the code or creates one. If not `needed` (a manager exists), deletes the file. FAILED_PRECONDITION setup_code
  // if the file cannot be written.
  absl::Status Open(bool needed);

  // Whether the first sign-up requires the code.
  bool asked() const { return !file_.empty(); }
  // Whether `guess` is the code, ignoring case, blanks and dashes.
  bool Matches(std::string_view guess) const;
  // Deletes the file, once a manager exists.
  void Remove() const;

 private:
  const std::filesystem::path file_;
  // XXXX-XXXX.
  std::string code_;
};

}  // namespace academy::auth
