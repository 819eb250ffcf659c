// Describes pages to search engines, as JSON-LD with schema.org's vocabulary.
//
// Pure; may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace academy::edge {

// Describes the academy. `view` is one of SiteContent's; `origin` is `https://academy.example`.
nlohmann::json DescribeAcademy(const nlohmann::json& view, const std::string& origin);

// Describes a course with `title`, `summary`, `url` and `image` (both below `origin`) and `duration` in seconds.
nlohmann::json DescribeCourse(const nlohmann::json& course, const std::string& origin, const std::string& language);

// Describes a list of such courses, in order.
nlohmann::json DescribeCourses(const nlohmann::json& courses, const std::string& origin, const std::string& language);

// Graph puts all `things` into one document. ForScriptElement makes any JSON safe inside a page's script element.
nlohmann::json Graph(std::vector<nlohmann::json> things);
std::string ForScriptElement(const nlohmann::json& value);

}  // namespace academy::edge
