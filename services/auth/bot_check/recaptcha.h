// reCAPTCHA v2 and v3, verified at Google or whoever speaks its protocol
// (https://developers.google.com/recaptcha/docs/verify).
//
// Thread-safe. Verify waits for the network: call it on an executor of its own.
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
  // v3: answers carry a score and the action that the page named.
  bool scored = false;
  // Of v3: 0 (surely a robot) to 1; lower ones are refused.
  double minimum_score = 0.5;
  // Where tokens must have been made; empty where the academy has no domain name of its own.
  std::string hostname;
  // For the whole question and answer.
  absl::Duration timeout = absl::Seconds(3);
};

class RecaptchaVerifier {
 public:
  // INVALID_ARGUMENT invalid_flag for an address that is not http(s) or a score outside 0 to 1.
  static absl::StatusOr<std::unique_ptr<RecaptchaVerifier>> Create(RecaptchaOptions options);

  // Whether `token` was made by a person, for `action`, at `peer`. PERMISSION_DENIED bot_check_missing when not;
  // UNAVAILABLE bot_check_unavailable when nobody could say in time: nobody is let in unverified.
  absl::Status Verify(std::string_view token, std::string_view peer, std::string_view action) const;

 private:
  explicit RecaptchaVerifier(RecaptchaOptions options);

  absl::StatusOr<std::string> Post(const std::string& form) const;
  absl::Status Judge(const std::string& answer, std::string_view action) const;

  const RecaptchaOptions options_;
};

}  // namespace academy::auth
