// ALTCHA proof-of-work challenges (https://altcha.org/docs/v2/server-integration), made and checked without storage.
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

// A solution that is right and in time. Whether it was spent before is for the caller to find out.
struct AltchaSolution {
  std::string challenge;
  UnixMillis expires_at = 0;
};

class Altcha {
 public:
  // The HMAC key is derived from `credential`, so that all processes of an academy agree.
  Altcha(std::string_view credential, const Clock& clock);
  // With this very HMAC key.
  static Altcha WithKey(std::string key, const Clock& clock) { return {clock, std::move(key)}; }

  AltchaChallenge Make() const;

  // `payload`: base64 of JSON {algorithm, challenge, number, salt, signature}. Nothing when it is not a right, signed
  // and timely solution.
  std::optional<AltchaSolution> Verify(std::string_view payload) const;

 private:
  Altcha(const Clock& clock, std::string key) : key_(std::move(key)), clock_(clock) {}

  std::string Sign(std::string_view challenge) const;

  const std::string key_;
  const Clock& clock_;
};

}  // namespace academy::auth
