// The academy's content, as its site folder has it: site.json, ar/<page>.json, en/<page>.json and photos/.
//
// SiteContent never changes once loaded; SiteFolder is thread-safe.
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

// `en`, or `ar` for everything else: Arabic is the academy's language where nobody asks for another.
std::string LanguageOf(std::string_view wanted);

struct SiteContent {
  // What does not depend on the language, with texts as {ar, en}: name, address, workingHours, email, phone, whatsapp,
  // country, social, dataLayer.
  nlohmann::json facts;
  // By language: the same in that language, with `links`, `photos`, `sharePicture`, `contactForm`, and `pages` with the
  // texts of each; `{name}` in a text has become the academy's name.
  nlohmann::json views;

  // INVALID_ARGUMENT site_invalid with a line for each thing wrong, naming file and key.
  static absl::StatusOr<SiteContent> Load(const std::filesystem::path& folder);
};

class SiteFolder {
 public:
  // As SiteContent::Load.
  static absl::StatusOr<std::unique_ptr<SiteFolder>> Open(std::filesystem::path folder);

  // Reloads everything; on an error what was stays.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  std::shared_ptr<const SiteContent> content() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return content_;
  }

  // The folder of the pictures.
  std::filesystem::path photos() const { return folder_ / "photos"; }

 private:
  SiteFolder(std::filesystem::path folder, SiteContent content);

  const std::filesystem::path folder_;
  mutable absl::Mutex mutex_;
  std::shared_ptr<const SiteContent> content_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
