#include "edge/http/response/inline_sources.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

namespace fs = std::filesystem;

bool Has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

void AddElements(std::string_view html, std::string_view name, std::vector<std::string>& sources) {
  const std::string open = "<" + std::string(name);
  const std::string close = "</" + std::string(name) + ">";
  for (size_t at = html.find(open); at != html.npos; at = html.find(open, at)) {
    size_t begin = html.find('>', at);
    if (begin == html.npos) return;
    std::string_view attributes = html.substr(at + open.size(), begin - at - open.size());
    size_t end = html.find(close, ++begin);
    if (end == html.npos) return;
    at = end;
    if (Has(attributes, " src=") || Has(attributes, " type=\"application/")) continue;
    std::string source = "'sha256-" + Base64(Sha256(html.substr(begin, end - begin))) + "'";
    if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(std::move(source));
  }
}

void AddFile(const fs::path& path, InlineSources& sources) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  AddInlineSources(text.str(), sources);
}

}  // namespace

void AddInlineSources(std::string_view html, InlineSources& sources) {
  AddElements(html, "script", sources.scripts);
  AddElements(html, "style", sources.styles);
}

InlineSources InlineSourcesOf(const fs::path& web) {
  std::vector<fs::path> pages;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(web / ".pages", ignored)) {
    if (entry.path().extension() == ".html") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  InlineSources sources;
  AddFile(web / "index.html", sources);
  for (const fs::path& page : pages) AddFile(page, sources);
  return sources;
}

}  // namespace academy::edge
