// Verifies reCAPTCHA v2 and v3 tokens at Google or a compatible service
// (https://developers.google.com/recaptcha/docs/verify).
//
// Thread-safe. Verify blocks on the network; call it on a dedicated executor.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy::auth {

struct RecaptchaOptions {
  std::string url = "https://www.google.com/recaptcha/api/siteverify";
  std::string secret;
  // Whether it is v3, whose responses have a score and the action named by the page.
  bool scored = false;
  // v3 only: the lowest accepted score, from 0 (certainly a robot) to 1.
  double minimum_score = 0.5;
  // Host name that tokens must come from; empty if the academy has no domain name.
  std::string hostname;
  // For the whole request.
  absl::Duration timeout = absl::Seconds(3);
};

class RecaptchaVerifier {
 public:
  // INVALID_ARGUMENT invalid_flag for an address that is not http(s) or a score outside 0 to 1.
  static absl::StatusOr<std::unique_ptr<RecaptchaVerifier>> Create(RecaptchaOptions options);

  // OK if `token` proves a person, for `action`, at `peer`. PERMISSION_DENIED bot_check_missing if not; UNAVAILABLE
  // bot_check_unavailable if the service did not respond in time, since nobody is admitted unverified.
  absl::Status Verify(std::string_view token, std::string_view peer, std::string_view action) const;

 private:
  explicit RecaptchaVerifier(RecaptchaOptions options);

  absl::StatusOr<std::string> Post(const std::string& form) const;
  absl::Status Judge(const std::string& answer, std::string_view action) const;

  const RecaptchaOptions options_;
};

}  // namespace academy::auth
