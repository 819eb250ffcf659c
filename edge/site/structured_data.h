// What search engines are told of a page, as JSON-LD in the words of schema.org.
//
// Pure; may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace academy::edge {

// The academy itself. `view` as in SiteContent; `origin` is `https://academy.example`.
nlohmann::json DescribeAcademy(const nlohmann::json& view, const std::string& origin);

// A course, with its `title`, `summary`, `url` and `image` (both of this origin) and `duration` in seconds.
nlohmann::json DescribeCourse(const nlohmann::json& course, const std::string& origin, const std::string& language);

// A list of such courses, in this order.
nlohmann::json DescribeCourses(const nlohmann::json& courses, const std::string& origin, const std::string& language);

// The document of all `things`, and any JSON, as text that may stand in a script element of a page.
nlohmann::json Graph(std::vector<nlohmann::json> things);
std::string ForScriptElement(const nlohmann::json& value);

}  // namespace academy::edge
