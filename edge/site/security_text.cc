#include "edge/site/security_text.h"

namespace academy::edge {
namespace {

// Section 2.5.5 recommends less than a year.
constexpr int kDays = 180;

}  // namespace

std::optional<std::string> SecurityText(const SiteContent& content, std::string_view origin, absl::Time now) {
  if (content.security_contact.empty()) return std::nullopt;
  absl::Time expires = absl::FromCivil(absl::ToCivilDay(now, absl::UTCTimeZone()) + kDays, absl::UTCTimeZone());
  std::string text = "Contact: " + content.security_contact +
                     "\nExpires: " + absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", expires, absl::UTCTimeZone()) +
                     "\nPreferred-Languages: ar, en\n";
  if (origin.starts_with("https://")) text += "Canonical: " + std::string(origin) + "/.well-known/security.txt\n";
  if (!content.security_policy.empty()) text += "Policy: " + content.security_policy + "\n";
  return text;
}

}  // namespace academy::edge
