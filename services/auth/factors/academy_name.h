// The academy's name, as authenticator apps show it.
#pragma once

#include <filesystem>
#include <string>

namespace academy::auth {

// Returns `name` of the site folder's site.json in a language, `ar` or `en`; `Academy` if it is not set or the file
// cannot be read. Reads the file at each call, so that changes apply at once. Thread-safe.
std::string AcademyName(const std::filesystem::path& site, const std::string& language);

}  // namespace academy::auth
