// The code that the first manager's sign-up requires when others than the owner can reach the academy. Whoever can read
// the machine's files or console is considered the owner.
//
// It is derived from a key and the database's id, so that all auths of one academy ask for the same.
//
// Thread-safe after Open.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

class SetupCode {
 public:
  // Stores the code in `file`, readable only by its owner; an empty path requires no code. `keys` must accept replaced
  // keys for ever.
  SetupCode(std::filesystem::path file, KeyRing keys, std::string database_id)
      : file_(std::move(file)), keys_(std::move(keys)), database_id_(std::move(database_id)) {}

  // Writes the file. If not `needed` (a manager exists), deletes it. FAILED_PRECONDITION setup_code if it cannot be
  // written.
  absl::Status Open(bool needed) const;

  // Whether the first sign-up requires the code.
  bool asked() const { return !file_.empty(); }
  // Whether `guess` is the code, ignoring case, blanks and dashes. A rotated key changes nothing.
  bool Matches(std::string_view guess) const;
  // Deletes the file, once a manager exists. Other processes delete theirs at their next start.
  void Remove() const;

 private:
  const std::filesystem::path file_;
  const KeyRing keys_;
  const std::string database_id_;
};

}  // namespace academy::auth
