// What the files of a site folder hold, and checking them.
//
// Pure; may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

// The pages that have texts, as their files are called: home, about, photos, courses, contact, privacy, terms.
const std::vector<std::string>& SitePages();

// site.json's shape, and that of a page's file. In a shape an object names its keys, a list holds the shape of its
// items, and a string is what a value must be: `text` (1 character or more), `languages` (a text in Arabic and in
// English), `email`, `phone`, `url` (https), `picture` (a file of photos/), `icon` (one that the pages have drawn),
// `switch` (true or false). A key that ends in `?` may be absent.
const nlohmann::json& SiteFileShape();
const nlohmann::json& PageFileShape(const std::string& page);

// Adds a line for each thing wrong with `value`, `<file>: <key>: <what>`, to `wrong`, and gives what is right: every
// optional key is there, empty where it was not.
nlohmann::json CheckShape(const nlohmann::json& value, const nlohmann::json& shape, const std::string& file,
                          std::vector<std::string>& wrong);

}  // namespace academy::edge
