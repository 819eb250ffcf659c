#include "services/auth/contact/contact_address.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace academy::auth {

std::string ContactAddress(const std::filesystem::path& site) {
  std::ifstream in(site / "site.json");
  nlohmann::json facts = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!facts.is_object()) return {};
  for (const char* key : {"messagesTo", "email"}) {
    auto told = facts.find(key);
    if (told != facts.end() && told->is_string() && *told != "") return told->get<std::string>();
  }
  return {};
}

}  // namespace academy::auth
