// A page with marks that are filled from JSON when it is sent: much of Mustache (mustache(5)), and what pages need
// besides.
//
//   {{a.b}}               the value, escaped for HTML; {{.}} is the item itself
//   {{&a.b}}              the value as it is: for what was escaped for its place already
//   {{#a.b}}...{{/a.b}}   once for each item of a list
//   {{#a.b=word}}...      once where the value is that word
//   {{?a.b}}...{{/a.b}}   once where the value says something: a list with items, a text that is not empty
//   {{^a.b}}...{{/a.b}}   once where it does not: it is absent, empty, false or null
//
// Inside a section names are looked up in its item first, then outside. Values are never read for marks themselves.
// Immutable after Parse, so thread-safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// For text and for attributes in double or single quotes.
std::string EscapeHtml(std::string_view text);

class PageTemplate {
 public:
  // INVALID_ARGUMENT template_invalid, naming the mark that is not closed or was never opened.
  static absl::StatusOr<PageTemplate> Parse(std::string_view text);

  std::string Fill(const nlohmann::json& values) const;

 private:
  enum class Kind { kText, kEscaped, kPlain, kSection, kCondition, kInverted };

  struct Node {
    Kind kind = Kind::kText;
    // The text itself, or the dotted path.
    std::string text;
    // Of a section that asks for one word.
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
