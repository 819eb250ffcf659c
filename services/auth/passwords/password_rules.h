// Rules for new passwords: a minimum length, and optionally a list of common passwords to refuse.
//
// Thread-safe: immutable.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"

namespace academy::auth {

class PasswordRules {
 public:
  // Lower bound (the specification's section 9) and upper bound of the configurable minimum, in characters.
  static constexpr size_t kMinMinimum = 6;
  static constexpr size_t kMaxMinimum = 64;
  // Measured in NFC.
  static constexpr size_t kMaxBytes = 128;

  // A minimum above 6 also refuses the 3,000 most common passwords.
  explicit PasswordRules(size_t minimum = kMinMinimum);

  size_t minimum() const { return minimum_; }
  // Whether the password is refused as too common, in any Unicode form and case.
  bool IsTooCommon(std::string_view password) const;

 private:
  const size_t minimum_;
  absl::flat_hash_set<std::string> common_;
};

}  // namespace academy::auth
