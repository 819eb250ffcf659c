#include "edge/site/public_site.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>

#include "services/common/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

absl::Status Validate(const FormRules& rules) {
  auto invalid = [](std::string_view message) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
  };
  if (rules.bot_check != "adaptive" && rules.bot_check != "always" && rules.bot_check != "off") {
    return invalid("--bot-check is adaptive, always or off");
  }
  if (rules.recaptcha_version != "v2" && rules.recaptcha_version != "v3") {
    return invalid("--recaptcha-version is v2 or v3");
  }
  if (rules.password_minimum < 6 || rules.password_minimum > 64) return invalid("--password-minimum is 6 to 64");
  if (rules.idle_after != absl::ZeroDuration() && rules.idle_after < absl::Seconds(1)) {
    return invalid("--idle-timeout is 0, or a second or more");
  }
  if (rules.idle_answer < absl::Seconds(1)) return invalid("--idle-answer is a second or more");
  return absl::OkStatus();
}

json BotCheckOf(const FormRules& rules) {
  std::string kind = "altcha";
  if (!rules.recaptcha_site_key.empty()) kind = "recaptcha-" + rules.recaptcha_version;
  if (rules.bot_check == "off") kind = "off";
  return {{"policy", rules.bot_check},
          {"kind", kind},
          {"siteKey", kind.starts_with("recaptcha") ? rules.recaptcha_site_key : ""},
          {"challenge", "/api/captcha/challenge"}};
}

}  // namespace

absl::StatusOr<PublicSite> PublicSite::Load(const std::filesystem::path& data, const FormRules& rules) {
  RETURN_IF_ERROR(Validate(rules));
  json site = {
      {"name", {{"ar", "الأكاديمية"}, {"en", "The Academy"}}},
      {"email", ""},
      {"phone", ""},
      {"whatsapp", ""},
      {"address", {{"ar", ""}, {"en", ""}}},
      {"workingHours", {{"ar", ""}, {"en", ""}}},
      {"languages", {"ar", "en"}},
      {"defaultLanguage", "ar"},
  };
  std::filesystem::path path = data / "site" / "site.json";
  if (std::ifstream in(path); in) {
    std::stringstream text;
    text << in.rdbuf();
    json own = json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
    if (!own.is_object()) {
      return Error(absl::StatusCode::kInvalidArgument, "site_invalid", path.string() + " is not a JSON object");
    }
    site.update(own);
  }
  site["botCheck"] = BotCheckOf(rules);
  site["passwordMinimum"] = rules.password_minimum;
  site["idle"] = {{"afterSeconds", absl::ToInt64Seconds(rules.idle_after)},
                  {"answerSeconds", absl::ToInt64Seconds(rules.idle_answer)}};
  json answer = {{"message", "The academy"}, {"result", std::move(site)}};
  return PublicSite(answer.dump(-1, ' ', false, json::error_handler_t::replace));
}

void PublicSite::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  http::Answer answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = body_;
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
