#include "edge/site/page_template.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

absl::Status Invalid(std::string_view mark, std::string_view what) {
  return Error(absl::StatusCode::kInvalidArgument, "template_invalid",
               "{{" + std::string(mark) + "}} " + std::string(what));
}

bool SaysSomething(const json* value) {
  if (value == nullptr || value->is_null()) return false;
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_string() || value->is_array()) return value->is_string() ? *value != "" : !value->empty();
  return true;
}

std::string TextOf(const json* value) {
  if (value == nullptr || value->is_null()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

// In UTF-8, in which all of them begin with the same byte.
bool SetsDirection(std::string_view character) {
  if (character.front() != '\xE2') return false;
  return (character >= "\u202A" && character <= "\u202E") || (character >= "\u2066" && character <= "\u2069");
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size() + text.size() / 8);
  for (size_t i = 0; i < text.size(); ++i) {
    if (SetsDirection(text.substr(i, 3))) {
      i += 2;
      continue;
    }
    char c = text[i];
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

absl::StatusOr<PageTemplate> PageTemplate::Parse(std::string_view text) {
  // The open sections, outermost first; the first is the page itself.
  std::vector<Node> open(1);
  std::vector<std::string> marks = {""};
  while (!text.empty()) {
    size_t start = text.find("{{");
    if (start != 0) open.back().inside.push_back({.kind = Kind::kText, .text = std::string(text.substr(0, start))});
    if (start == text.npos) break;
    text.remove_prefix(start + 2);
    size_t end = text.find("}}");
    if (end == text.npos) return Invalid(text.substr(0, 40), "has no end");
    std::string_view mark = text.substr(0, end);
    text.remove_prefix(end + 2);
    char sign = mark.empty() ? '\0' : mark.front();
    std::string name(mark.substr(std::string_view("#?^/&").find(sign) != std::string_view::npos ? 1 : 0));
    if (name.empty()) return Invalid(mark, "names nothing");
    if (sign == '#' || sign == '?' || sign == '^') {
      size_t equals = name.find('=');
      Kind kind = sign == '#' ? Kind::kSection : sign == '?' ? Kind::kCondition : Kind::kInverted;
      Node node{.kind = kind, .text = name.substr(0, equals)};
      if (equals != name.npos) node.word = name.substr(equals + 1);
      open.push_back(std::move(node));
      marks.push_back(std::move(name));
    } else if (sign == '/') {
      if (open.size() == 1 || marks.back() != name) return Invalid(mark, "closes what is not open");
      Node done = std::move(open.back());
      open.pop_back();
      marks.pop_back();
      open.back().inside.push_back(std::move(done));
    } else {
      open.back().inside.push_back({.kind = sign == '&' ? Kind::kPlain : Kind::kEscaped, .text = std::move(name)});
    }
  }
  if (open.size() > 1) return Invalid(marks.back(), "is not closed");
  PageTemplate page;
  page.nodes_ = std::move(open.back().inside);
  return page;
}

std::string PageTemplate::Fill(const json& values) const {
  std::string out;
  Scope scope = {&values};
  FillAll(nodes_, scope, out);
  return out;
}

const json* PageTemplate::Find(const Scope& scope, std::string_view path) {
  if (path == ".") return scope.back();
  std::string first(path.substr(0, path.find('.')));
  for (auto level = scope.rbegin(); level != scope.rend(); ++level) {
    if (!(*level)->is_object() || !(*level)->contains(first)) continue;
    const json* value = *level;
    for (std::string_view rest = path; !rest.empty();) {
      std::string key(rest.substr(0, rest.find('.')));
      rest.remove_prefix(std::min(rest.size(), key.size() + 1));
      if (!value->is_object()) return nullptr;
      auto found = value->find(key);
      if (found == value->end()) return nullptr;
      value = &*found;
    }
    return value;
  }
  return nullptr;
}

void PageTemplate::FillAll(const std::vector<Node>& nodes, Scope& scope, std::string& out) {
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Kind::kText:
        out += node.text;
        break;
      case Kind::kEscaped:
        out += EscapeHtml(TextOf(Find(scope, node.text)));
        break;
      case Kind::kPlain:
        out += TextOf(Find(scope, node.text));
        break;
      case Kind::kSection:
        FillSection(node, scope, out);
        break;
      case Kind::kCondition:
        if (SaysSomething(Find(scope, node.text))) FillAll(node.inside, scope, out);
        break;
      case Kind::kInverted:
        if (!SaysSomething(Find(scope, node.text))) FillAll(node.inside, scope, out);
        break;
    }
  }
}

void PageTemplate::FillSection(const Node& node, Scope& scope, std::string& out) {
  const json* value = Find(scope, node.text);
  if (!node.word.empty()) {
    if (TextOf(value) == node.word) FillAll(node.inside, scope, out);
    return;
  }
  if (!SaysSomething(value)) return;
  auto fill = [&](const json& item) {
    scope.push_back(&item);
    FillAll(node.inside, scope, out);
    scope.pop_back();
  };
  if (!value->is_array()) return fill(*value);
  for (const json& item : *value) fill(item);
}

}  // namespace academy::edge
