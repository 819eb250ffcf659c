// The content of the academy's site folder: site.json, ar/<page>.json, en/<page>.json and photos/.
//
// SiteContent is immutable once loaded; SiteFolder is thread-safe.
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

// `en` for `en`, and `ar`, the academy's default, for anything else.
std::string LanguageOf(std::string_view wanted);

struct SiteContent {
  // The content that is not per language, with texts as {ar, en}: name, address, workingHours, email, phone, whatsapp,
  // country, social, dataLayer.
  nlohmann::json facts;
  // By language: the facts in that language, with `links`, `photos`, `sharePicture`, `contactForm`, and `pages` with
  // each page's texts. `{name}` in a text has been replaced by the academy's name.
  nlohmann::json views;
  // Where to report a weakness, `mailto:...` or `https://...`, and what becomes of a report; empty where not given.
  std::string security_contact;
  std::string security_policy;

  // INVALID_ARGUMENT site_invalid with a line per problem, naming file and key.
  static absl::StatusOr<SiteContent> Load(const std::filesystem::path& folder);
};

class SiteFolder {
 public:
  // Errors as in SiteContent::Load.
  static absl::StatusOr<std::unique_ptr<SiteFolder>> Open(std::filesystem::path folder);

  // Loads the folder again. On an error, as in SiteContent::Load, the previous content stays.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  std::shared_ptr<const SiteContent> content() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return content_;
  }

  // The folder of the photos.
  std::filesystem::path photos() const { return folder_ / "photos"; }

 private:
  SiteFolder(std::filesystem::path folder, SiteContent content);

  const std::filesystem::path folder_;
  mutable absl::Mutex mutex_;
  std::shared_ptr<const SiteContent> content_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
