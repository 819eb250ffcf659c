// The address for visitors' messages.
#pragma once

#include <filesystem>
#include <string>

namespace academy::auth {

// Returns `messagesTo` of the site folder's site.json, or its `email`; empty if neither is set, if it is marked as a
// placeholder (unless `examples` count), or if the file cannot be read. Reads the file at each call, so that changes
// apply at once. Thread-safe.
std::string ContactAddress(const std::filesystem::path& site, bool examples = false);

}  // namespace academy::auth
