#include "services/auth/bot_check/recaptcha_flags.h"

#include <arpa/inet.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "absl/flags/flag.h"
#include "services/platform/base/status.h"

ABSL_FLAG(std::string, recaptcha_site_key, "", "reCAPTCHA's public key; without one ALTCHA is the bot check.");
ABSL_FLAG(std::string, recaptcha_version, "v2", "v2 (a box to tick) or v3 (no question, but a score).");
ABSL_FLAG(std::string, recaptcha_secret_file, "", "File that holds reCAPTCHA's secret key.");
ABSL_FLAG(std::string, recaptcha_url, academy::auth::RecaptchaOptions().url, "URL that verifies reCAPTCHA tokens.");
ABSL_FLAG(double, recaptcha_minimum_score, 0.5, "v3: the lowest accepted score, 0 to 1.");

namespace academy::auth {
namespace {

absl::Status InvalidFlag(std::string_view message) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
}

// Returns the domain name in `url`; empty for localhost or an IP address.
std::string DomainOf(std::string_view url) {
  url.remove_prefix(std::min(url.size(), url.find("://") == url.npos ? 0 : url.find("://") + 3));
  std::string host(url.substr(0, url.find_first_of("/:?#")));
  in_addr address;
  bool none = host.empty() || host.starts_with('[') || host == "localhost";
  return none || inet_pton(AF_INET, host.c_str(), &address) == 1 ? "" : host;
}

}  // namespace

absl::StatusOr<std::optional<RecaptchaOptions>> RecaptchaFromFlags(const std::string& public_url) {
  std::string file = absl::GetFlag(FLAGS_recaptcha_secret_file);
  if (absl::GetFlag(FLAGS_recaptcha_site_key).empty()) {
    if (!file.empty()) return InvalidFlag("--recaptcha-secret-file needs --recaptcha-site-key");
    return std::nullopt;
  }
  std::string version = absl::GetFlag(FLAGS_recaptcha_version);
  if (version != "v2" && version != "v3") return InvalidFlag("--recaptcha-version is v2 or v3");
  RecaptchaOptions options{.url = absl::GetFlag(FLAGS_recaptcha_url),
                           .secret = {},
                           .scored = version == "v3",
                           .minimum_score = absl::GetFlag(FLAGS_recaptcha_minimum_score),
                           .hostname = DomainOf(public_url),
                           .timeout = RecaptchaOptions().timeout};
  std::ifstream(file) >> options.secret;
  if (options.secret.empty()) return InvalidFlag("--recaptcha-secret-file is the file that holds the secret key");
  return options;
}

}  // namespace academy::auth
