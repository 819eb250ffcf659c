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
  // The HMAC key is derived from `credential`, so that all processes of an academy accept each other's challenges.
  // `clock` must outlive the object.
  Altcha(std::string_view credential, const Clock& clock);
  // Uses the given HMAC key.
  static Altcha WithKey(std::string key, const Clock& clock) { return {clock, std::move(key)}; }

  AltchaChallenge Make() const;

  // `payload` is base64 of JSON {algorithm, challenge, number, salt, signature}. Returns nullopt unless it is a
  // correct, signed and unexpired solution.
  std::optional<AltchaSolution> Verify(std::string_view payload) const;

 private:
  Altcha(const Clock& clock, std::string key) : key_(std::move(key)), clock_(clock) {}

  std::string Sign(std::string_view challenge) const;

  const std::string key_;
  const Clock& clock_;
};

}  // namespace academy::auth
