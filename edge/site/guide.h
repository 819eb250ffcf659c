// The guide at /docs/guide: leads readers to the pages in their language, which are files of the web app's build.
//
// Stateless, so thread-safe.
#pragma once

#include <memory>
#include <string_view>

#include "edge/http/exchange.h"
#include "edge/site/site_folder.h"

namespace academy::edge {

// The language of the guide, `ar` or `en`, that an Accept-Language field (RFC 9110, section 12.5.4) likes best: of
// equal ones the first; `otherwise` where it names neither.
std::string_view GuideLanguage(std::string_view accepted, std::string_view otherwise);

// Answers a GET or HEAD of /docs/guide with 302 to the pages in the reader's language, or in the academy's own. Returns
// whether it did.
bool LeadToGuide(const SiteFolder& folder, const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
