// An authenticator app for tests: shows the code of the fixture's clock.
#pragma once

#include <liboath/oath.h>

#include <cstdlib>
#include <string>

#include "services/platform/testing/fake_clock.h"

namespace academy::auth {

class Authenticator {
 public:
  // `base32` is the secret as the page shows it.
  Authenticator(const std::string& base32, const FakeClock& clock) : clock_(&clock) {
    char* raw = nullptr;
    size_t length = 0;
    oath_base32_decode(base32.data(), base32.size(), &raw, &length);
    secret_.assign(raw == nullptr ? "" : raw, length);
    std::free(raw);  // NOLINT(cppcoreguidelines-no-malloc): liboath allocates with malloc
  }

  // The code that is `steps` steps of 30 seconds from now.
  std::string Code(int steps = 0) const {
    char code[7] = {};
    oath_totp_generate(secret_.data(), secret_.size(), clock_->Now() / 1000 + 30 * steps, 30, 0, 6, code);
    return code;
  }

 private:
  const FakeClock* clock_;
  std::string secret_;
};

}  // namespace academy::auth
