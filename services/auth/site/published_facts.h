// What auth itself needs of the site: where visitors' messages go, and the academy's name.
//
// Pure; may be called from any thread.
#pragma once

#include <optional>
#include <string>

namespace academy::auth {

struct SiteFacts {
  // Empty where the academy takes no messages.
  std::string contact_address;
  std::string name_ar;
  std::string name_en;

  const std::string& NameIn(const std::string& language) const { return language == "en" ? name_en : name_ar; }
};

// Reads the text of a site.json. Nullopt if it is none. An address that is marked as a placeholder is none, unless
// `examples` are to be taken for the truth, as in a demonstration.
std::optional<SiteFacts> ReadSiteFacts(const std::string& site_json, bool examples);
// The same of SiteDocument.files; nullopt where that has no site.json.
std::optional<SiteFacts> ReadPublishedFacts(const std::string& files, bool examples);

}  // namespace academy::auth
