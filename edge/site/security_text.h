// GET /.well-known/security.txt: where to report a weakness of this academy (RFC 9116).
//
// Pure; may be called from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "edge/site/site_folder.h"

namespace academy::edge {

// The file's text; nothing where the site folder names no `securityContact`. It expires half a year after the UTC day
// of `now`, so that a copy which somebody else keeps does not outlive the contact. `origin` is
// `https://academy.example`; any other than an https one is not the file's canonical address.
std::optional<std::string> SecurityText(const SiteContent& content, std::string_view origin, absl::Time now);

}  // namespace academy::edge
