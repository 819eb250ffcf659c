// The auth process's flags that make reCAPTCHA the bot check.
//
// To be called after the flags were parsed.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "services/auth/bot_check/recaptcha.h"

namespace academy::auth {

// Nothing without --recaptcha-site-key. `public_url` is where people reach the academy: with a domain name in it,
// tokens must have been made there. INVALID_ARGUMENT invalid_flag.
absl::StatusOr<std::optional<RecaptchaOptions>> RecaptchaFromFlags(const std::string& public_url);

}  // namespace academy::auth
