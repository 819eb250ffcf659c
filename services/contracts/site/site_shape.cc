#include "services/contracts/site/site_shape.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace academy {
namespace {

using nlohmann::json;

// In a shape, an object names its keys, a list holds the shape of its items, and a string is a value's kind: `text` (1
// character or more), `languages` (a text in Arabic and in English), `email`, `phone`, `url` (https), `contact` (an
// `email` or a `url`), `picture` (a file in photos/, or an uploaded one), `icon` and `palette` (one that the web app
// has), `language`, `switch` (true or false). A key that ends in `?` may be absent.
constexpr const char* kSiteFile = R"({
  "name": "languages",
  "email?": "email",
  "messagesTo?": "email",
  "securityContact?": "contact",
  "securityPolicy?": "url",
  "phone?": "phone",
  "whatsapp?": "phone",
  "address?": "languages",
  "country?": "text",
  "workingHours?": "languages",
  "social?": [{"name": "text", "url": "url"}],
  "photos?": [{"file": "picture", "alt": "languages", "caption": "languages"}],
  "sharePicture?": "picture",
  "dataLayer?": "switch",
  "logo?": "picture",
  "palette?": "palette",
  "defaultLanguage?": "language",
  "placeholders?": ["text"]
})";

constexpr const char* kPageFiles = R"({
  "home": {
    "placeholders?": ["text"],
    "description": "text",
    "hero": {"badge?": "text", "heading": "text", "text": "text"},
    "courses": {"heading": "text", "text?": "text"},
    "why": {"heading": "text", "text?": "text", "items": [{"icon": "icon", "title": "text", "text": "text"}]},
    "steps": {"heading": "text", "items": [{"title": "text", "text": "text"}]},
    "testimonials": {"heading": "text", "items": [{"quote": "text", "name": "text", "role?": "text"}]},
    "action": {"heading": "text", "text": "text"}
  },
  "about": {
    "placeholders?": ["text"], "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}],
    "values?": [{"icon": "icon", "title": "text", "text": "text"}]
  },
  "photos": {"placeholders?": ["text"], "title": "text", "description": "text", "intro": "text"},
  "courses": {"placeholders?": ["text"], "title": "text", "description": "text", "intro": "text", "empty": "text"},
  "contact": {
    "placeholders?": ["text"], "title": "text", "description": "text", "intro": "text",
    "form": {"heading": "text", "text": "text"}
  },
  "privacy": {
    "placeholders?": ["text"], "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}]
  },
  "terms": {
    "placeholders?": ["text"], "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}]
  }
})";

// The palettes that the web app has (webapp/src/lib/preferences.ts).
const std::set<std::string>& Palettes() {
  static const std::set<std::string> palettes = {"noir",   "emerald", "green",   "lime", "orange", "amber",
                                                 "yellow", "teal",    "cyan",    "sky",  "blue",   "indigo",
                                                 "violet", "purple",  "fuchsia", "pink", "rose"};
  return palettes;
}

// The icons that the web app has (webapp/src/features/site/components/site-icon.tsx).
const std::set<std::string>& Icons() {
  static const std::set<std::string> icons = {"book",  "clock",  "certificate", "chat",     "compass", "device",
                                              "heart", "people", "play",        "progress", "shield",  "teacher"};
  return icons;
}

bool EndsLikePicture(std::string_view name) {
  for (std::string_view end : {".svg", ".webp", ".jpg", ".jpeg", ".png", ".avif"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

// What is wrong with the text; empty if it is of this kind.
std::string Objection(std::string_view kind, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == text.npos) return "is empty";
  if (kind == "email") {
    bool plain = text.find_first_of(" \t\r\n<>\"?&") == text.npos;
    size_t at = text.find('@');
    return plain && at != 0 && at != text.npos && at + 1 < text.size() && text.rfind('@') == at
               ? ""
               : "is no e-mail address";
  }
  if (kind == "phone") {
    bool known = text.find_first_not_of("0123456789+-() ") == text.npos;
    long digits = std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return known && digits >= 5 ? "" : "is no phone number";
  }
  if (kind == "url") {
    bool plain = std::none_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 0x7F; });
    return plain && text.starts_with("https://") && text.find_first_of("\"<>") == text.npos ? ""
                                                                                            : "is no https:// address";
  }
  if (kind == "contact") {
    bool known = Objection("email", text).empty() || Objection("url", text).empty();
    return known ? "" : "is neither an e-mail address nor an https:// address";
  }
  if (kind == "icon") {
    if (Icons().contains(text)) return "";
    std::string known;
    for (const std::string& icon : Icons()) known += (known.empty() ? "" : ", ") + icon;
    return "is no icon that there is: " + known;
  }
  if (kind == "palette") return Palettes().contains(text) ? "" : "is no palette that there is";
  if (kind == "language") return text == "ar" || text == "en" ? "" : "is neither ar nor en";
  if (kind == "picture") {
    if (IsUploadedPicture(text)) return "";
    bool plain = text.front() != '.' && text.find_first_of("/\\%?#\"'<>& ") == text.npos;
    return plain && EndsLikePicture(text) ? "" : "names no .svg, .webp, .jpg, .png or .avif file of the folder photos";
  }
  return "";
}

std::string CodeFor(std::string_view kind, std::string_view objection) {
  if (objection == "is empty") return "required";
  return kind == "email" ? "email_invalid" : "invalid";
}

// What stands in place of an absent optional value.
json Nothing(const json& shape) {
  if (shape.is_array()) return json::array();
  if (shape == "switch") return false;
  if (shape == "languages") return {{"ar", ""}, {"en", ""}};
  return "";
}

class Checker {
 public:
  Checker(const std::string& file, std::vector<SiteProblem>& wrong) : file_(file), wrong_(wrong) {}

  json Check(const json& value, const json& shape, const std::string& key) {
    if (shape.is_object()) return CheckObject(value, shape, key);
    if (shape.is_array()) return CheckList(value, shape[0], key);
    std::string kind = shape.get<std::string>();
    if (kind == "languages") {
      static const json languages = {{"ar", "text"}, {"en", "text"}};
      return CheckObject(value, languages, key);
    }
    if (kind == "switch") {
      if (!value.is_boolean()) Refuse(key, "invalid", "is neither true nor false");
      return value;
    }
    if (!value.is_string()) {
      Refuse(key, "invalid", "is no text in quotes");
      return "";
    }
    std::string objection = Objection(kind, value.get<std::string>());
    if (!objection.empty()) Refuse(key, CodeFor(kind, objection), objection);
    return value;
  }

  void Refuse(const std::string& key, std::string_view code, std::string_view what) {
    wrong_.push_back({.file = file_, .key = key, .code = std::string(code), .what = std::string(what)});
  }

 private:
  json CheckObject(const json& value, const json& shape, const std::string& key) {
    json whole = json::object();
    if (!value.is_object()) {
      Refuse(key, "invalid", "is no object {...}");
      return whole;
    }
    auto below = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
    std::set<std::string> known;
    for (const auto& [marked, inner] : shape.items()) {
      bool optional = marked.ends_with('?');
      std::string name = optional ? marked.substr(0, marked.size() - 1) : marked;
      known.insert(name);
      if (value.contains(name) && !(optional && IsNothing(value[name], inner))) {
        whole[name] = Check(value[name], inner, below(name));
      } else if (optional) {
        whole[name] = Nothing(inner);
      } else {
        Refuse(below(name), "required", "is missing");
      }
    }
    for (const auto& [name, ignored] : value.items()) {
      if (!known.contains(name)) Refuse(below(name), "unknown", "is not known here");
    }
    return whole;
  }

  static bool IsNothing(const json& value, const json& shape) {
    return value == "" || value.is_null() || (shape == "languages" && value == Nothing(shape));
  }

  json CheckList(const json& value, const json& shape, const std::string& key) {
    json whole = json::array();
    if (!value.is_array()) {
      Refuse(key, "invalid", "is no list [...]");
      return whole;
    }
    for (size_t i = 0; i < value.size(); ++i)
      whole.push_back(Check(value[i], shape, key + "[" + std::to_string(i) + "]"));
    return whole;
  }

  const std::string& file_;
  std::vector<SiteProblem>& wrong_;
};

// The shape of a file; null if there is no such file.
const json* ShapeOf(const std::string& name) {
  static const json site = json::parse(kSiteFile);
  static const json pages = json::parse(kPageFiles);
  if (name == "site.json") return &site;
  if ((!name.starts_with("ar/") && !name.starts_with("en/")) || !name.ends_with(".json")) return nullptr;
  auto page = pages.find(name.substr(3, name.size() - 8));
  return page == pages.end() ? nullptr : &*page;
}

// The shape of what may be left out at `path`, as in `testimonials.items`; null if there is nothing of that kind.
const json* OptionalAt(const json& shape, const std::string& path) {
  const json* at = &shape;
  bool optional = false;
  for (size_t start = 0; start <= path.size();) {
    size_t dot = std::min(path.find('.', start), path.size());
    std::string name = path.substr(start, dot - start);
    if (!at->is_object()) return nullptr;
    optional = at->contains(name + "?");
    if (!optional && !at->contains(name)) return nullptr;
    at = &at->at(optional ? name + "?" : name);
    start = dot + 1;
  }
  return optional || at->is_array() ? at : nullptr;
}

}  // namespace

std::string SiteProblem::Line() const { return file + ": " + (key.empty() ? "" : key + " ") + what; }

const std::vector<std::string>& SitePages() {
  static const std::vector<std::string> pages = {"home", "about", "photos", "courses", "contact", "privacy", "terms"};
  return pages;
}

const std::vector<std::string>& SiteFiles() {
  static const std::vector<std::string>* const files = [] {
    auto* names = new std::vector<std::string>{"site.json"};
    for (const char* language : {"ar/", "en/"}) {
      for (const std::string& page : SitePages()) names->push_back(language + page + ".json");
    }
    return names;
  }();
  return *files;
}

json CheckSiteFile(const std::string& name, const json& value, std::vector<SiteProblem>& wrong) {
  Checker checker(name, wrong);
  const json* shape = ShapeOf(name);
  if (shape == nullptr) {
    checker.Refuse("", "unknown", "the file is not one of a site");
    return json::object();
  }
  json checked = checker.Check(value, *shape, "");
  json marks = checked.value("placeholders", json::array());
  for (size_t i = 0; i < marks.size(); ++i) {
    if (OptionalAt(*shape, marks[i].get<std::string>()) != nullptr) continue;
    checker.Refuse("placeholders[" + std::to_string(i) + "]", "invalid", "names nothing that may be left out");
  }
  return checked;
}

void LeaveOutPlaceholders(const std::string& name, json& checked) {
  const json marks = checked.value("placeholders", json::array());
  for (const json& mark : marks) {
    std::string path = mark;
    const json* shape = OptionalAt(*ShapeOf(name), path);
    if (shape == nullptr) continue;
    std::replace(path.begin(), path.end(), '.', '/');
    checked[json::json_pointer("/" + path)] = Nothing(*shape);
  }
}

bool IsUploadedPicture(std::string_view picture) {
  constexpr std::string_view kFolder = "images/";
  if (!picture.starts_with(kFolder) || !picture.ends_with(".webp")) return false;
  std::string_view id = picture.substr(kFolder.size(), picture.size() - kFolder.size() - 5);
  return !id.empty() && id.find_first_not_of("0123456789abcdef-") == id.npos;
}

}  // namespace academy
