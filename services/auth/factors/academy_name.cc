#include "services/auth/factors/academy_name.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace academy::auth {

std::string AcademyName(const std::filesystem::path& site, const std::string& language) {
  std::ifstream in(site / "site.json");
  nlohmann::json facts = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!facts.is_object()) return "Academy";
  nlohmann::json name = facts.value("name", nlohmann::json());
  if (name.is_object()) name = name.value(language, nlohmann::json());
  return name.is_string() && name != "" ? name.get<std::string>() : "Academy";
}

}  // namespace academy::auth
