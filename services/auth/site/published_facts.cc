#include "services/auth/site/published_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace academy::auth {
namespace {

using nlohmann::json;

std::string TextAt(const json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

SiteFacts FactsOf(const json& site, bool examples) {
  SiteFacts facts;
  const json marks = examples ? json::array() : site.value("placeholders", json::array());
  for (const char* key : {"messagesTo", "email"}) {
    if (!facts.contact_address.empty() || std::find(marks.begin(), marks.end(), key) != marks.end()) continue;
    facts.contact_address = TextAt(site, key);
  }
  json name = site.value("name", json());
  if (name.is_object()) {
    facts.name_ar = TextAt(name, "ar");
    facts.name_en = TextAt(name, "en");
  } else if (name.is_string()) {
    facts.name_ar = facts.name_en = name;
  }
  return facts;
}

}  // namespace

std::optional<SiteFacts> ReadSiteFacts(const std::string& site_json, bool examples) {
  json site = json::parse(site_json, nullptr, /*allow_exceptions=*/false);
  if (!site.is_object()) return std::nullopt;
  return FactsOf(site, examples);
}

std::optional<SiteFacts> ReadPublishedFacts(const std::string& files, bool examples) {
  json all = json::parse(files, nullptr, /*allow_exceptions=*/false);
  if (!all.is_object()) return std::nullopt;
  auto site = all.find("site.json");
  if (site == all.end() || !site->is_object()) return std::nullopt;
  return FactsOf(*site, examples);
}

}  // namespace academy::auth
