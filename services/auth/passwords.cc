#include "services/auth/passwords.h"

#include <sodium.h>

#include <cstdlib>

#include "services/auth/text.h"
#include "services/common/ids.h"

namespace academy::auth {

Passwords::Passwords(PasswordCost cost) : cost_(cost) {
  if (sodium_init() < 0) std::abort();
  nobody_ = Hash(NewToken());
}

std::string Passwords::Hash(std::string_view password) const {
  std::string nfc = ToNfc(password);
  char encoded[crypto_pwhash_STRBYTES];
  // Fails for want of memory only: then nothing better can be done than to start again.
  if (crypto_pwhash_str_alg(encoded, nfc.data(), nfc.size(), cost_.passes, cost_.memory_bytes,
                            crypto_pwhash_ALG_ARGON2ID13) != 0) {
    std::abort();
  }
  return encoded;
}

bool Passwords::Verify(std::string_view encoded, std::string_view password) const {
  std::string nfc = ToNfc(password);
  std::string terminated(encoded);
  return crypto_pwhash_str_verify(terminated.c_str(), nfc.data(), nfc.size()) == 0;
}

bool Passwords::VerifyNobody(std::string_view password) const {
  Verify(nobody_, password);
  return false;
}

bool Passwords::NeedsRehash(std::string_view encoded) const {
  std::string terminated(encoded);
  return crypto_pwhash_str_needs_rehash(terminated.c_str(), cost_.passes, cost_.memory_bytes) != 0;
}

}  // namespace academy::auth
