// A page template filled from JSON when the page is sent. The marks are a subset of Mustache (mustache(5)) with a few
// additions:
//
//   {{a.b}}               the value, escaped for HTML; {{.}} is the item itself
//   {{&a.b}}              the value unescaped, for one that is already escaped for its place
//   {{#a.b}}...{{/a.b}}   once for each item of a list
//   {{#a.b=word}}...      once if the value is that word
//   {{?a.b}}...{{/a.b}}   once if the value is not empty: a list with items, a text with characters
//   {{^a.b}}...{{/a.b}}   once if the value is absent, empty, false or null
// Inside a section, names are looked up in its item first, then outside. Marks inside values are not expanded.
// Immutable after Parse, so thread-safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// Escapes for HTML text and for attributes in double or single quotes. Embeddings, overrides and isolates (U+202A to
// U+202E, U+2066 to U+2069) are left out: in a course's title they would reorder the page around it.
std::string EscapeHtml(std::string_view text);

class PageTemplate {
 public:
  // INVALID_ARGUMENT template_invalid, naming the mark that is not closed or that closes nothing.
  static absl::StatusOr<PageTemplate> Parse(std::string_view text);

  std::string Fill(const nlohmann::json& values) const;

 private:
  enum class Kind { kText, kEscaped, kPlain, kSection, kCondition, kInverted };

  struct Node {
    Kind kind = Kind::kText;
    // The text itself, or the dotted path.
    std::string text;
    // For a section that compares with one word.
    std::string word;
    std::vector<Node> inside;
  };

  using Scope = std::vector<const nlohmann::json*>;

  static const nlohmann::json* Find(const Scope& scope, std::string_view path);
  static void FillAll(const std::vector<Node>& nodes, Scope& scope, std::string& out);
  static void FillSection(const Node& node, Scope& scope, std::string& out);

  std::vector<Node> nodes_;
};

}  // namespace academy::edge
