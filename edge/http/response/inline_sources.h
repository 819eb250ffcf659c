// The scripts and styles within the web app's pages, as sources of a Content-Security-Policy.
//
// Stateless, so thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

// Each as `'sha256-...'` (Content Security Policy Level 3, section 2.3.1), once, in the order of the pages.
struct InlineSources {
  std::vector<std::string> scripts;
  std::vector<std::string> styles;
};

// Adds those of one page. Scripts with an address and data (`type="application/..."`) need no source.
void AddInlineSources(std::string_view html, InlineSources& sources);

// Of index.html and the rendered pages in `web`/.pages; empty where there are none.
InlineSources InlineSourcesOf(const std::filesystem::path& web);

}  // namespace academy::edge
