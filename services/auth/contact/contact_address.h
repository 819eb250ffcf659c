// Where the academy wants messages of visitors.
#pragma once

#include <filesystem>
#include <string>

namespace academy::auth {

// `messagesTo` of the site folder's site.json, or its `email`; empty where neither is told or the file cannot be read.
// Read again each time, so that a change holds at once. May be called from any thread.
std::string ContactAddress(const std::filesystem::path& site);

}  // namespace academy::auth
