// What a new password must be: how long, and not on the list of the most common ones where that is in force.
//
// Thread-safe: never changes after its construction.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"

namespace academy::auth {

class PasswordRules {
 public:
  // The specification's section 9, and the most that a flag may ask for. Characters.
  static constexpr size_t kMinMinimum = 6;
  static constexpr size_t kMaxMinimum = 64;
  // After NFC.
  static constexpr size_t kMaxBytes = 128;

  // A minimum above 6 puts the list of the 3,000 most common passwords in force.
  explicit PasswordRules(size_t minimum = kMinMinimum);

  size_t minimum() const { return minimum_; }
  // Whether the password is on the list in force; in any Unicode form and case.
  bool IsTooCommon(std::string_view password) const;

 private:
  const size_t minimum_;
  absl::flat_hash_set<std::string> common_;
};

}  // namespace academy::auth
