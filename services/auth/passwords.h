// Password hashing: Argon2id in its standard encoded form (RFC 9106), computed by libsodium.
//
// Thread-safe. Every call takes about 20 ms of a core and 19 MiB: run it on the hashing executor only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace academy::auth {

struct PasswordCost {
  size_t memory_bytes = 19 * 1024 * 1024;
  unsigned passes = 2;
};

class Passwords {
 public:
  explicit Passwords(PasswordCost cost = {});

  // `password` in NFC, so that it does not depend on the keyboard. Encoded with parameters and a fresh salt.
  std::string Hash(std::string_view password) const;
  bool Verify(std::string_view encoded, std::string_view password) const;
  // Takes as long as Verify and is always false: for e-mails that nobody has.
  bool VerifyNobody(std::string_view password) const;
  // Whether `encoded` was made with another cost than today's.
  bool NeedsRehash(std::string_view encoded) const;

 private:
  const PasswordCost cost_;
  std::string nobody_;
};

}  // namespace academy::auth
