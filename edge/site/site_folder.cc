#include "edge/site/site_folder.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "edge/site/site_shape.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

// Null, with a line in `wrong`, if the file cannot be read or is not JSON.
json ReadFile(const std::filesystem::path& path, const std::string& name, std::vector<std::string>& wrong) {
  std::ifstream in(path);
  if (!in) {
    wrong.push_back(name + ": the file is missing or cannot be read");
    return nullptr;
  }
  std::stringstream text;
  text << in.rdbuf();
  try {
    return json::parse(text.str());
  } catch (const json::parse_error& error) {
    std::string what = error.what();
    // Drops the prefix in which the library names the error.
    wrong.push_back(name + ": is no JSON: " + what.substr(std::min(what.size(), what.find("] ") + 2)));
    return nullptr;
  }
}

json ReadShaped(const std::filesystem::path& folder, const std::string& name, const json& shape,
                std::vector<std::string>& wrong) {
  size_t before = wrong.size();
  json read = ReadFile(folder / name, name, wrong);
  return wrong.size() == before ? CheckShape(read, shape, name, wrong) : json::object();
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

std::string PictureAddress(const json& file) { return After("/site/photos/", file.get<std::string>()); }

json Links(const json& site) {
  return {{"email", After("mailto:", site["email"])},
          {"phone", After("tel:", Digits(site["phone"], "+"))},
          {"whatsapp", After("https://wa.me/", Digits(site["whatsapp"]))}};
}

json ViewOf(const json& site, json pages, const std::string& language) {
  json view = {{"lang", language}, {"links", Links(site)}, {"sharePicture", PictureAddress(site["sharePicture"])}};
  for (const char* key : {"email", "phone", "whatsapp", "country", "social", "dataLayer"}) view[key] = site[key];
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

void CheckPictures(const json& site, const std::filesystem::path& folder, std::vector<std::string>& wrong) {
  auto check = [&](const std::string& key, const json& file) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(folder / "photos" / file.get<std::string>(), none)) {
      wrong.push_back("site.json: " + key + " names photos/" + file.get<std::string>() + ", which is not there");
    }
  };
  for (size_t i = 0; i < site["photos"].size(); ++i) {
    check("photos[" + std::to_string(i) + "].file", site["photos"][i]["file"]);
  }
  if (site["sharePicture"] != "") check("sharePicture", site["sharePicture"]);
}

}  // namespace

std::string LanguageOf(std::string_view wanted) { return wanted == "en" ? "en" : "ar"; }

absl::StatusOr<SiteContent> SiteContent::Load(const std::filesystem::path& folder) {
  std::vector<std::string> wrong;
  json site = ReadShaped(folder, "site.json", SiteFileShape(), wrong);
  if (wrong.empty()) CheckPictures(site, folder, wrong);
  json texts;
  for (std::string_view language : kLanguages) {
    for (const std::string& page : SitePages()) {
      std::string name = std::string(language) + "/" + page + ".json";
      texts[std::string(language)][page] = ReadShaped(folder, name, PageFileShape(page), wrong);
    }
  }
  if (!wrong.empty()) {
    std::string all = "the site folder " + folder.string() + " cannot be used";
    for (const std::string& line : wrong) all += "\n  " + line;
    return Error(absl::StatusCode::kInvalidArgument, "site_invalid", all);
  }
  SiteContent content;
  for (std::string_view language : kLanguages) {
    std::string name(language);
    content.views[name] = ViewOf(site, std::move(texts[name]), name);
  }
  std::string contact = site["securityContact"];
  content.security_contact = contact.starts_with("https://") ? contact : After("mailto:", contact);
  content.security_policy = site["securityPolicy"];
  for (const char* key : {"messagesTo", "photos", "sharePicture", "securityContact", "securityPolicy"}) site.erase(key);
  content.facts = std::move(site);
  return content;
}

absl::StatusOr<std::unique_ptr<SiteFolder>> SiteFolder::Open(std::filesystem::path folder) {
  ASSIGN_OR_RETURN(SiteContent content, SiteContent::Load(folder));
  return std::unique_ptr<SiteFolder>(new SiteFolder(std::move(folder), std::move(content)));
}

SiteFolder::SiteFolder(std::filesystem::path folder, SiteContent content)
    : folder_(std::move(folder)), content_(std::make_shared<const SiteContent>(std::move(content))) {}

absl::Status SiteFolder::Reload() {
  ASSIGN_OR_RETURN(SiteContent fresh, SiteContent::Load(folder_));
  auto content = std::make_shared<const SiteContent>(std::move(fresh));
  absl::MutexLock lock(&mutex_);
  content_ = std::move(content);
  return absl::OkStatus();
}

}  // namespace academy::edge
