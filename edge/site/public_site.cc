#include "edge/site/public_site.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "services/common/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

}  // namespace

absl::StatusOr<PublicSite> PublicSite::Load(const std::filesystem::path& data, const std::string& bot_check) {
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
  site["botCheck"] = {{"policy", bot_check}, {"challenge", "/api/captcha/challenge"}};
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
