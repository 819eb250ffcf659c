// Creates and verifies ALTCHA proof-of-work challenges (https://altcha.org/docs/v2/server-integration), without
// storage.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

struct AltchaChallenge {
  std::string algorithm;
  std::string challenge;
  int64_t max_number = 0;
  std::string salt;
  std::string signature;
};

// A correct solution that has not expired. The caller must check whether it was already spent.
struct AltchaSolution {
  std::string challenge;
  UnixMillis expires_at = 0;
};

class Altcha {
 public:
  // All processes with the same keys accept each other's challenges. `clock` must outlive the object.
  Altcha(KeyRing keys, const Clock& clock) : keys_(std::move(keys)), clock_(clock) {}

  AltchaChallenge Make() const;

  // `payload` is base64 of JSON {algorithm, challenge, number, salt, signature}. Returns nullopt unless it is a
  // correct, signed and unexpired solution.
  std::optional<AltchaSolution> Verify(std::string_view payload) const;

 private:
  bool IsSigned(std::string_view challenge, std::string_view signature) const;

  const KeyRing keys_;
  const Clock& clock_;
};

}  // namespace academy::auth
