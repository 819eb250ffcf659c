#include "services/auth/contact/contact_address.h"

#include <fstream>
#include <iterator>
#include <optional>

#include "services/auth/site/published_facts.h"

namespace academy::auth {

std::string ContactAddress(const std::filesystem::path& site, bool examples) {
  std::ifstream in(site / "site.json");
  std::optional<SiteFacts> facts = ReadSiteFacts(std::string(std::istreambuf_iterator<char>(in), {}), examples);
  return facts.has_value() ? facts->contact_address : "";
}

}  // namespace academy::auth
