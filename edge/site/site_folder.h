// The content of the academy's site: the files of its folder (site.json, ar/<page>.json, en/<page>.json, photos/), and
// over them what owners have published.
//
// SiteContent is immutable once made; SiteFolder is thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

namespace academy::edge {

inline constexpr std::string_view kLanguages[] = {"ar", "en"};

// What becomes of content that is marked as a placeholder.
enum class Placeholders { kLeftOut, kShown };

struct SiteContent {
  // The content that is not per language, with texts as {ar, en}: name, address, workingHours, email, phone, whatsapp,
  // country, social, dataLayer, palette.
  nlohmann::json facts;
  // By language: the facts in that language, with `links`, `logo`, `photos`, `sharePicture`, `contactForm`, and `pages`
  // with each page's texts. `{name}` in a text has been replaced by the academy's name.
  nlohmann::json views;
  // Where to report a weakness, `mailto:...` or `https://...`, and what becomes of a report; empty where not given.
  std::string security_contact;
  std::string security_policy;

  // `ar` or `en`: of pages whose address names none.
  std::string default_language;

  // IANA name of the academy's time zone; empty before auth has told it.
  std::string timezone;

  // The language asked for, or the default where it is neither.
  std::string LanguageOf(std::string_view wanted) const;

  // Makes the content of checked files, by name. `files` has every file of a site.
  static SiteContent Make(nlohmann::json files, Placeholders placeholders);
  // INVALID_ARGUMENT site_invalid with a line per problem, naming file and key.
  static absl::StatusOr<SiteContent> Load(const std::filesystem::path& folder,
                                          Placeholders placeholders = Placeholders::kLeftOut);
};

class SiteFolder {
 public:
  // Errors as in SiteContent::Load.
  static absl::StatusOr<std::unique_ptr<SiteFolder>> Open(std::filesystem::path folder,
                                                          Placeholders placeholders = Placeholders::kLeftOut);

  // Loads the folder again. On an error, as in SiteContent::Load, the previous content stays.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // Shows these published files, JSON by name, in place of the folder's; an empty text shows the folder alone. On an
  // error, as in SiteContent::Load, the previous files stay. `timezone` is the content's from now on.
  absl::Status Publish(const std::string& published, const std::string& timezone) ABSL_LOCKS_EXCLUDED(mutex_);

  // All files with `changed`, JSON by name, in place of the folder's; those alone where it is not valid.
  nlohmann::json FilesWith(const std::string& changed) const ABSL_LOCKS_EXCLUDED(mutex_);

  std::shared_ptr<const SiteContent> content() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return content_;
  }

  // The folder of the photos.
  std::filesystem::path photos() const { return folder_ / "photos"; }

 private:
  SiteFolder(std::filesystem::path folder, Placeholders placeholders, nlohmann::json files);
  void MakeContent() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::filesystem::path folder_;
  const Placeholders placeholders_;
  mutable absl::Mutex mutex_;
  // The folder's files and the published ones, checked, by name.
  nlohmann::json files_ ABSL_GUARDED_BY(mutex_);
  nlohmann::json published_ ABSL_GUARDED_BY(mutex_) = nlohmann::json::object();
  std::string timezone_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<const SiteContent> content_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
