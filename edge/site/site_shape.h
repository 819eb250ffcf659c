// The shapes of a site folder's files, and the check against them.
//
// Pure; may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

// The names of the pages that have texts, which are their files' names: home, about, photos, courses, contact, privacy,
// terms.
const std::vector<std::string>& SitePages();

// The shapes of site.json and of a page's file. In a shape, an object names its keys, a list holds the shape of its
// items, and a string is a value's kind: `text` (1 character or more), `languages` (a text in Arabic and in English),
// `email`, `phone`, `url` (https), `contact` (an `email` or a `url`), `picture` (a file in photos/), `icon` (one that
// the web app has), `switch` (true or false). A key that ends in `?` may be absent.
const nlohmann::json& SiteFileShape();
const nlohmann::json& PageFileShape(const std::string& page);

// Adds a line for each problem in `value`, `<file>: <key>: <what>`, to `wrong`. Returns the valid part, in which every
// optional key is present, empty if it was absent.
nlohmann::json CheckShape(const nlohmann::json& value, const nlohmann::json& shape, const std::string& file,
                          std::vector<std::string>& wrong);

}  // namespace academy::edge
