// The auth process's flags that make reCAPTCHA the bot check.
//
// Call after ParseFlags.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "services/auth/bot_check/recaptcha.h"

namespace academy::auth {

// Returns nullopt without --recaptcha-site-key. `public_url` is the academy's public URL; if it has a domain name,
// tokens must come from there. INVALID_ARGUMENT invalid_flag.
absl::StatusOr<std::optional<RecaptchaOptions>> RecaptchaFromFlags(const std::string& public_url);

}  // namespace academy::auth
