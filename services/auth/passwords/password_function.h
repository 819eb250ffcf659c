// How a password becomes its hash.
#pragma once

#include <cstddef>
#include <string>

namespace academy::auth {

struct PasswordCost {
  size_t memory_bytes = 19 * 1024 * 1024;
  unsigned passes = 2;
};

// Implementations are thread-safe; passwords are passed in NFC.
class PasswordFunction {
 public:
  virtual ~PasswordFunction() = default;

  // Returns the hash, encoded with its parameters and a fresh salt.
  virtual std::string Hash(const std::string& password) const = 0;
  virtual bool Verify(const std::string& encoded, const std::string& password) const = 0;
  // Whether Hash would use other parameters now.
  virtual bool NeedsRehash(const std::string& encoded) const = 0;
};

}  // namespace academy::auth
