// The files of a site, and the check of each: what the edge reads from the site folder, and what auth stores when
// owners edit it.
//
// Pure; may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace academy {

// What is wrong with a key of a file.
struct SiteProblem {
  // `site.json`, `en/home.json`.
  std::string file;
  // `hero.heading`, `photos[0].file`; empty for the file itself.
  std::string key;
  // For programs: `required`, `unknown`, `email_invalid` or `invalid`.
  std::string code;
  // `is missing`.
  std::string what;

  // `en/home.json: hero.heading is missing`.
  std::string Line() const;
};

// The names of the pages that have texts, which are their files' names: home, about, photos, courses, contact, privacy,
// terms.
const std::vector<std::string>& SitePages();

// `site.json`, `ar/home.json` and so on.
const std::vector<std::string>& SiteFiles();

// Adds each problem in `value`, the content of the file `name`, to `wrong`. Returns the valid part, in which every
// optional key is present, empty if it was absent.
//
// `placeholders` of a file names keys that hold an invented example: optional ones, or lists.
nlohmann::json CheckSiteFile(const std::string& name, const nlohmann::json& value, std::vector<SiteProblem>& wrong);

// Empties what `placeholders` of a checked file names, so that nobody takes an example for the truth.
void LeaveOutPlaceholders(const std::string& name, nlohmann::json& checked);

// Whether `picture` names one that was uploaded (images/...), not a file of the site folder.
bool IsUploadedPicture(std::string_view picture);

}  // namespace academy
