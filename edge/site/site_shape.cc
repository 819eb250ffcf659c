#include "edge/site/site_shape.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace academy::edge {
namespace {

using nlohmann::json;

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
  "dataLayer?": "switch"
})";

constexpr const char* kPageFiles = R"({
  "home": {
    "description": "text",
    "hero": {"badge?": "text", "heading": "text", "text": "text"},
    "courses": {"heading": "text", "text?": "text"},
    "why": {"heading": "text", "text?": "text", "items": [{"icon": "icon", "title": "text", "text": "text"}]},
    "steps": {"heading": "text", "items": [{"title": "text", "text": "text"}]},
    "testimonials": {"heading": "text", "items": [{"quote": "text", "name": "text", "role?": "text"}]},
    "action": {"heading": "text", "text": "text"}
  },
  "about": {
    "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}],
    "values?": [{"icon": "icon", "title": "text", "text": "text"}]
  },
  "photos": {"title": "text", "description": "text", "intro": "text"},
  "courses": {"title": "text", "description": "text", "intro": "text", "empty": "text"},
  "contact": {
    "title": "text", "description": "text", "intro": "text",
    "form": {"heading": "text", "text": "text"}
  },
  "privacy": {
    "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}]
  },
  "terms": {
    "title": "text", "description": "text", "intro": "text",
    "sections": [{"heading": "text", "paragraphs": ["text"]}]
  }
})";

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
  if (kind == "picture") {
    bool plain = text.front() != '.' && text.find_first_of("/\\%?#\"'<>& ") == text.npos;
    return plain && EndsLikePicture(text) ? "" : "names no .svg, .webp, .jpg, .png or .avif file of the folder photos";
  }
  return "";
}

class Checker {
 public:
  Checker(const std::string& file, std::vector<std::string>& wrong) : file_(file), wrong_(wrong) {}

  json Check(const json& value, const json& shape, const std::string& key) {
    if (shape.is_object()) return CheckObject(value, shape, key);
    if (shape.is_array()) return CheckList(value, shape[0], key);
    std::string kind = shape.get<std::string>();
    if (kind == "languages") {
      static const json languages = {{"ar", "text"}, {"en", "text"}};
      return CheckObject(value, languages, key);
    }
    if (kind == "switch") {
      if (!value.is_boolean()) Refuse(key, "is neither true nor false");
      return value;
    }
    if (!value.is_string()) {
      Refuse(key, "is no text in quotes");
      return "";
    }
    std::string objection = Objection(kind, value.get<std::string>());
    if (!objection.empty()) Refuse(key, objection);
    return value;
  }

 private:
  json CheckObject(const json& value, const json& shape, const std::string& key) {
    json whole = json::object();
    if (!value.is_object()) {
      Refuse(key, "is no object {...}");
      return whole;
    }
    auto below = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
    std::set<std::string> known;
    for (const auto& [marked, inner] : shape.items()) {
      bool optional = marked.ends_with('?');
      std::string name = optional ? marked.substr(0, marked.size() - 1) : marked;
      known.insert(name);
      if (value.contains(name) && !(optional && (value[name] == "" || value[name].is_null()))) {
        whole[name] = Check(value[name], inner, below(name));
      } else if (optional) {
        whole[name] = Nothing(inner);
      } else {
        Refuse(below(name), "is missing");
      }
    }
    for (const auto& [name, ignored] : value.items()) {
      if (!known.contains(name)) Refuse(below(name), "is not known here");
    }
    return whole;
  }

  json CheckList(const json& value, const json& shape, const std::string& key) {
    json whole = json::array();
    if (!value.is_array()) {
      Refuse(key, "is no list [...]");
      return whole;
    }
    for (size_t i = 0; i < value.size(); ++i)
      whole.push_back(Check(value[i], shape, key + "[" + std::to_string(i) + "]"));
    return whole;
  }

  static json Nothing(const json& shape) {
    if (shape.is_array()) return json::array();
    if (shape == "switch") return false;
    if (shape == "languages") return {{"ar", ""}, {"en", ""}};
    return "";
  }

  void Refuse(const std::string& key, std::string_view what) {
    wrong_.push_back(file_ + ": " + (key.empty() ? "the file" : key) + " " + std::string(what));
  }

  const std::string& file_;
  std::vector<std::string>& wrong_;
};

}  // namespace

const std::vector<std::string>& SitePages() {
  static const std::vector<std::string> pages = {"home", "about", "photos", "courses", "contact", "privacy", "terms"};
  return pages;
}

const json& SiteFileShape() {
  static const json shape = json::parse(kSiteFile);
  return shape;
}

const json& PageFileShape(const std::string& page) {
  static const json shapes = json::parse(kPageFiles);
  return shapes.at(page);
}

json CheckShape(const json& value, const json& shape, const std::string& file, std::vector<std::string>& wrong) {
  return Checker(file, wrong).Check(value, shape, "");
}

}  // namespace academy::edge
