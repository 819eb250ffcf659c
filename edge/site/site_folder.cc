#include "edge/site/site_folder.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "services/contracts/site/site_shape.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

// Nullopt, with a problem in `wrong`, if the file cannot be read or is not JSON.
std::optional<json> ReadFile(const std::filesystem::path& path, const std::string& name,
                             std::vector<SiteProblem>& wrong) {
  std::ifstream in(path);
  if (!in) {
    wrong.push_back({.file = name, .key = "", .code = "required", .what = "the file is missing or cannot be read"});
    return std::nullopt;
  }
  std::stringstream text;
  text << in.rdbuf();
  try {
    return json::parse(text.str());
  } catch (const json::parse_error& error) {
    std::string what = error.what();
    // Drops the prefix in which the library names the error.
    wrong.push_back({.file = name,
                     .key = "",
                     .code = "invalid",
                     .what = "is no JSON: " + what.substr(std::min(what.size(), what.find("] ") + 2))});
    return std::nullopt;
  }
}

void PutName(json& value, const std::string& name) {
  if (value.is_string()) {
    value = absl::StrReplaceAll(value.get_ref<const std::string&>(), {{"{name}", name}});
  } else if (value.is_structured()) {
    for (json& inner : value) PutName(inner, name);
  }
}

std::string Digits(const std::string& phone, std::string_view also = "") {
  std::string digits;
  std::copy_if(phone.begin(), phone.end(), std::back_inserter(digits),
               [also](char c) { return (c >= '0' && c <= '9') || also.find(c) != also.npos; });
  return digits;
}

std::string After(const char* start, const std::string& rest) { return rest.empty() ? "" : start + rest; }

std::string PictureAddress(const json& picture) {
  std::string file = picture;
  return IsUploadedPicture(file) ? "/" + file : After("/site/photos/", file);
}

json Links(const json& site) {
  return {{"email", After("mailto:", site["email"])},
          {"phone", After("tel:", Digits(site["phone"], "+"))},
          {"whatsapp", After("https://wa.me/", Digits(site["whatsapp"]))}};
}

json ViewOf(const json& site, json pages, const std::string& language) {
  json view = {{"lang", language},
               {"links", Links(site)},
               {"logo", PictureAddress(site["logo"])},
               {"sharePicture", PictureAddress(site["sharePicture"])}};
  for (const char* key : {"email", "phone", "whatsapp", "country", "social", "dataLayer", "palette"}) {
    view[key] = site[key];
  }
  for (const char* key : {"name", "address", "workingHours"}) view[key] = site[key][language];
  view["contactForm"] = site["email"] != "" || site["messagesTo"] != "";
  view["photos"] = json::array();
  for (const json& photo : site["photos"]) {
    view["photos"].push_back({{"src", PictureAddress(photo["file"])},
                              {"alt", photo["alt"][language]},
                              {"caption", photo["caption"][language]}});
  }
  PutName(pages, view["name"]);
  view["pages"] = std::move(pages);
  return view;
}

void CheckPictures(const json& site, const std::filesystem::path& folder, std::vector<SiteProblem>& wrong) {
  auto check = [&](const std::string& key, const json& picture) {
    std::string file = picture;
    std::error_code none;
    if (file.empty() || IsUploadedPicture(file) || std::filesystem::is_regular_file(folder / "photos" / file, none)) {
      return;
    }
    wrong.push_back(
        {.file = "site.json", .key = key, .code = "invalid", .what = "names photos/" + file + ", which is not there"});
  };
  for (size_t i = 0; i < site["photos"].size(); ++i) {
    check("photos[" + std::to_string(i) + "].file", site["photos"][i]["file"]);
  }
  check("sharePicture", site["sharePicture"]);
  check("logo", site["logo"]);
}

absl::Status SiteInvalid(const std::string& what, const std::vector<SiteProblem>& wrong) {
  std::string all = what + " cannot be used";
  for (const SiteProblem& problem : wrong) all += "\n  " + problem.Line();
  return Error(absl::StatusCode::kInvalidArgument, "site_invalid", all);
}

// The checked files of the folder, by name. Errors as in SiteContent::Load.
absl::StatusOr<json> ReadFolder(const std::filesystem::path& folder) {
  std::vector<SiteProblem> wrong;
  json files = json::object();
  for (const std::string& name : SiteFiles()) {
    std::optional<json> file = ReadFile(folder / name, name, wrong);
    if (file.has_value()) files[name] = CheckSiteFile(name, *file, wrong);
  }
  if (wrong.empty()) CheckPictures(files["site.json"], folder, wrong);
  if (!wrong.empty()) return SiteInvalid("the site folder " + folder.string(), wrong);
  return files;
}

// The checked files of a published site or a draft, by name. Errors as in SiteContent::Load.
absl::StatusOr<json> ReadChanged(const std::string& text) {
  if (text.empty()) return json::object();
  json files = json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::vector<SiteProblem> wrong;
  if (!files.is_object()) {
    wrong.push_back({.file = "site", .key = "", .code = "invalid", .what = "is no object {...}"});
    return SiteInvalid("the published site", wrong);
  }
  for (auto& [name, file] : files.items()) file = CheckSiteFile(name, file, wrong);
  if (!wrong.empty()) return SiteInvalid("the published site", wrong);
  return files;
}

json Over(json files, const json& changed) {
  files.update(changed);
  return files;
}

}  // namespace

std::string SiteContent::LanguageOf(std::string_view wanted) const {
  return wanted == "ar" || wanted == "en" ? std::string(wanted) : default_language;
}

SiteContent SiteContent::Make(json files, Placeholders placeholders) {
  for (auto& [name, file] : files.items()) {
    if (placeholders == Placeholders::kLeftOut) LeaveOutPlaceholders(name, file);
    file.erase("placeholders");
  }
  json& site = files["site.json"];
  SiteContent content;
  for (std::string_view language : kLanguages) {
    std::string name(language);
    json pages;
    for (const std::string& page : SitePages()) pages[page] = std::move(files[name + "/" + page + ".json"]);
    content.views[name] = ViewOf(site, std::move(pages), name);
  }
  std::string contact = site["securityContact"];
  content.security_contact = contact.starts_with("https://") ? contact : After("mailto:", contact);
  content.security_policy = site["securityPolicy"];
  content.default_language = site["defaultLanguage"] == "en" ? "en" : "ar";
  for (const char* key :
       {"messagesTo", "photos", "sharePicture", "securityContact", "securityPolicy", "logo", "defaultLanguage"}) {
    site.erase(key);
  }
  content.facts = std::move(site);
  return content;
}

absl::StatusOr<SiteContent> SiteContent::Load(const std::filesystem::path& folder, Placeholders placeholders) {
  ASSIGN_OR_RETURN(json files, ReadFolder(folder));
  return Make(std::move(files), placeholders);
}

absl::StatusOr<std::unique_ptr<SiteFolder>> SiteFolder::Open(std::filesystem::path folder, Placeholders placeholders) {
  ASSIGN_OR_RETURN(json files, ReadFolder(folder));
  return std::unique_ptr<SiteFolder>(new SiteFolder(std::move(folder), placeholders, std::move(files)));
}

SiteFolder::SiteFolder(std::filesystem::path folder, Placeholders placeholders, json files)
    : folder_(std::move(folder)),
      placeholders_(placeholders),
      files_(std::move(files)),
      content_(std::make_shared<const SiteContent>(SiteContent::Make(files_, placeholders_))) {}

absl::Status SiteFolder::Reload() {
  ASSIGN_OR_RETURN(json fresh, ReadFolder(folder_));
  absl::MutexLock lock(&mutex_);
  files_ = std::move(fresh);
  MakeContent();
  return absl::OkStatus();
}

absl::Status SiteFolder::Publish(const std::string& published, const std::string& timezone) {
  absl::StatusOr<json> fresh = ReadChanged(published);
  absl::MutexLock lock(&mutex_);
  bool other_files = fresh.ok() && *fresh != published_;
  if (!other_files && timezone == timezone_) return fresh.status();
  if (other_files) published_ = std::move(*fresh);
  timezone_ = timezone;
  MakeContent();
  return fresh.status();
}

void SiteFolder::MakeContent() {
  SiteContent content = SiteContent::Make(Over(files_, published_), placeholders_);
  content.timezone = timezone_;
  content_ = std::make_shared<const SiteContent>(std::move(content));
}

json SiteFolder::FilesWith(const std::string& changed) const {
  absl::StatusOr<json> checked = ReadChanged(changed);
  absl::MutexLock lock(&mutex_);
  return checked.ok() ? Over(files_, *checked) : files_;
}

}  // namespace academy::edge
