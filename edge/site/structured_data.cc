#include "edge/site/structured_data.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace academy::edge {
namespace {

using nlohmann::json;

std::string AcademyId(const std::string& origin) { return origin + "/#academy"; }

void PutUnlessEmpty(json& thing, const char* key, const json& value) {
  if (value != "" && !value.empty()) thing[key] = value;
}

}  // namespace

json DescribeAcademy(const json& view, const std::string& origin) {
  json academy = {{"@type", "EducationalOrganization"},
                  {"@id", AcademyId(origin)},
                  {"name", view["name"]},
                  {"url", origin + "/"},
                  {"logo", origin + "/favicon.svg"},
                  {"description", view["pages"]["home"]["description"]}};
  PutUnlessEmpty(academy, "email", view["email"]);
  PutUnlessEmpty(academy, "telephone", view["phone"]);
  if (view["address"] != "") {
    academy["address"] = {{"@type", "PostalAddress"}, {"streetAddress", view["address"]}};
    PutUnlessEmpty(academy["address"], "addressCountry", view["country"]);
  }
  json same = json::array();
  for (const json& profile : view["social"]) same.push_back(profile["url"]);
  PutUnlessEmpty(academy, "sameAs", same);
  return academy;
}

json DescribeCourse(const json& course, const std::string& origin, const std::string& language) {
  std::string url = origin + course["url"].get<std::string>();
  json described = {{"@type", "Course"},
                    {"@id", url},
                    {"url", url},
                    {"name", course["title"]},
                    {"description", course["summary"] == "" ? course["title"] : course["summary"]},
                    {"provider", {{"@id", AcademyId(origin)}}},
                    {"inLanguage", language}};
  if (course["image"] != "") described["image"] = origin + course["image"].get<std::string>();
  if (int64_t minutes = std::llround(course["duration"].get<double>() / 60); minutes > 0) {
    described["timeRequired"] = "PT" + std::to_string(minutes) + "M";
  }
  return described;
}

json DescribeCourses(const json& courses, const std::string& origin, const std::string& language) {
  json list = {{"@type", "ItemList"}, {"itemListElement", json::array()}};
  for (const json& course : courses) {
    list["itemListElement"].push_back({{"@type", "ListItem"},
                                       {"position", list["itemListElement"].size() + 1},
                                       {"item", DescribeCourse(course, origin, language)}});
  }
  return list;
}

json Graph(std::vector<json> things) { return {{"@context", "https://schema.org"}, {"@graph", std::move(things)}}; }

std::string ForScriptElement(const json& value) {
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  // `</script` and `<!--` would end or change the element. JSON has `<` only in strings, where it can be escaped.
  for (char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace academy::edge
