// The code that the first manager's sign-up needs where others than the owner may reach the academy: whoever can read
// the machine's files or its console is the owner.
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
  // Keeps the code in `file`, readable for its owner only; an empty path asks for no code.
  explicit SetupCode(std::filesystem::path file) : file_(std::move(file)) {}

  // Reads the code or makes one; without `needed` (a manager exists) takes the file away.
  // FAILED_PRECONDITION setup_code when the file cannot be written.
  absl::Status Open(bool needed);

  // Whether the first sign-up needs the code.
  bool asked() const { return !file_.empty(); }
  // Whether that is the code; without regard to case, blanks and dashes.
  bool Matches(std::string_view guess) const;
  // Takes the file away: a manager exists.
  void Remove() const;

 private:
  const std::filesystem::path file_;
  // XXXX-XXXX.
  std::string code_;
};

}  // namespace academy::auth
