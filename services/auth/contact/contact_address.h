// The address for visitors' messages.
#pragma once

#include <filesystem>
#include <string>

namespace academy::auth {

// Returns `messagesTo` of the site folder's site.json, or its `email`; empty if neither is set or the file cannot be
// read. Reads the file at each call, so that changes apply at once. Thread-safe.
std::string ContactAddress(const std::filesystem::path& site);

}  // namespace academy::auth
