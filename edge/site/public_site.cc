#include "edge/site/public_site.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/base/time_zone.h"

namespace academy::edge {
namespace {

using nlohmann::json;

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

absl::Status CheckFormRules(const FormRules& rules) {
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
  if (rules.bin_days < 1 || rules.bin_days > 365) return invalid("--bin-days is 1 to 365");
  if (rules.idle_after != absl::ZeroDuration() && rules.idle_after < absl::Seconds(1)) {
    return invalid("--idle-timeout is 0, or a second or more");
  }
  if (rules.idle_answer < absl::Seconds(1)) return invalid("--idle-answer is a second or more");
  if (!FindTimeZone(rules.timezone).has_value()) return invalid("--timezone names no time zone");
  return absl::OkStatus();
}

PublicSite::PublicSite(const SiteFolder& folder, FormRules rules) : folder_(folder), rules_(std::move(rules)) {}

json PublicSite::ResultOf(const SiteContent& content, const std::string& language) const {
  json result = content.facts;
  result["languages"] = kLanguages;
  result["defaultLanguage"] = content.default_language;
  result["botCheck"] = BotCheckOf(rules_);
  result["passwordMinimum"] = rules_.password_minimum;
  result["binDays"] = rules_.bin_days;
  result["idle"] = {{"afterSeconds", absl::ToInt64Seconds(rules_.idle_after)},
                    {"answerSeconds", absl::ToInt64Seconds(rules_.idle_answer)}};
  result["timezone"] = content.timezone.empty() ? rules_.timezone : content.timezone;
  result["view"] = content.views[language];
  return result;
}

void PublicSite::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  auto wanted = request.query.find("lang");
  std::shared_ptr<const SiteContent> content = folder_.content();
  std::string language = content->LanguageOf(wanted == request.query.end() ? "" : wanted->second);
  json body = {{"message", "The academy"}, {"result", ResultOf(*content, language)}};
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = body.dump(-1, ' ', false, json::error_handler_t::replace);
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
