#include "services/auth/bot_check/recaptcha.h"

#include <curl/curl.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "services/auth/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

using nlohmann::json;

constexpr long kConnectMillis = 2000;
constexpr size_t kMaxAnswer = 64 * 1024;

absl::Status InvalidFlag(std::string_view message) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
}

absl::Status Unavailable(std::string_view why) {
  LogWarning("recaptcha request failed", {{"error", why}});
  return error::BotCheckUnavailable();
}

// Aborts on a response that is too long; libcurl reports this as a write error.
size_t Collect(char* data, size_t size, size_t count, void* into) {
  auto* answer = static_cast<std::string*>(into);
  if (answer->size() + size * count > kMaxAnswer) return 0;
  answer->append(data, size * count);
  return size * count;
}

// application/x-www-form-urlencoded: everything but letters and digits as %XX.
std::string Encode(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char c : text) {
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
      encoded += static_cast<char>(c);
    } else {
      encoded += {'%', kDigits[c >> 4], kDigits[c & 15]};
    }
  }
  return encoded;
}

std::string TextOf(const json& answer, const char* name) {
  auto found = answer.find(name);
  return found != answer.end() && found->is_string() ? found->get<std::string>() : "";
}

// Whether the service rejects the academy's own request: our secret is wrong, not the visitor.
bool BlamesSecret(const json& answer) {
  auto codes = answer.find("error-codes");
  if (codes == answer.end() || !codes->is_array()) return false;
  return std::any_of(codes->begin(), codes->end(),
                     [](const json& code) { return code == "missing-input-secret" || code == "invalid-input-secret"; });
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecaptchaVerifier>> RecaptchaVerifier::Create(RecaptchaOptions options) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) return absl::InternalError("libcurl cannot start");
  if (!options.url.starts_with("https://") && !options.url.starts_with("http://")) {
    return InvalidFlag("--recaptcha-url is https://...");
  }
  if (!(options.minimum_score >= 0 && options.minimum_score <= 1)) {
    return InvalidFlag("--recaptcha-minimum-score is 0 to 1");
  }
  return std::unique_ptr<RecaptchaVerifier>(new RecaptchaVerifier(std::move(options)));
}

RecaptchaVerifier::RecaptchaVerifier(RecaptchaOptions options) : options_(std::move(options)) {}

absl::Status RecaptchaVerifier::Verify(std::string_view token, std::string_view peer, std::string_view action) const {
  std::string form = "secret=" + Encode(options_.secret) + "&response=" + Encode(token);
  if (!peer.empty()) form += "&remoteip=" + Encode(peer);
  absl::StatusOr<std::string> answer = Post(form);
  if (!answer.ok()) return Unavailable(MessageOf(answer.status()));
  return Judge(*answer, action);
}

absl::StatusOr<std::string> RecaptchaVerifier::Post(const std::string& form) const {
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (curl == nullptr) return absl::UnavailableError("libcurl has no memory");
  std::string answer;
  curl_easy_setopt(curl.get(), CURLOPT_URL, options_.url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(form.size()));
  curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, form.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &Collect);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_CONNECTTIMEOUT_MS, kConnectMillis);
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(absl::ToInt64Milliseconds(options_.timeout)));
  curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  CURLcode result = curl_easy_perform(curl.get());
  if (result != CURLE_OK) return absl::UnavailableError(curl_easy_strerror(result));
  long code = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &code);
  if (code != 200) return absl::UnavailableError("the service answered " + std::to_string(code));
  return answer;
}

absl::Status RecaptchaVerifier::Judge(const std::string& text, std::string_view action) const {
  json answer = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object() || !answer.contains("success") || !answer["success"].is_boolean()) {
    return Unavailable("the service did not answer in reCAPTCHA's form");
  }
  if (BlamesSecret(answer)) return Unavailable("the service refuses the secret key");
  if (!answer["success"].get<bool>()) return error::BotCheckMissing();
  // A token from another site or another of our pages proves nothing here.
  std::string hostname = TextOf(answer, "hostname");
  if (!options_.hostname.empty() && hostname != options_.hostname) return error::BotCheckMissing();
  if (!options_.scored) return absl::OkStatus();
  auto score = answer.find("score");
  if (score == answer.end() || !score->is_number()) return error::BotCheckMissing();
  std::string named = TextOf(answer, "action");
  bool right = (named.empty() || named == action) && score->get<double>() >= options_.minimum_score;
  return right ? absl::OkStatus() : error::BotCheckMissing();
}

}  // namespace academy::auth
