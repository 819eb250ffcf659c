#include "services/platform/base/time_zone.h"

#include "absl/strings/ascii.h"

namespace academy {
namespace {

constexpr size_t kMaxName = 64;

// Whether it is a name as in tzdata. The library takes any path below /usr/share/zoneinfo, and absolute ones.
bool IsName(std::string_view name) {
  if (name.empty() || name.size() > kMaxName || name == "Factory") return false;
  bool begins = true;
  for (char c : name) {
    // The parts of names begin with a capital letter, the system's other files do not.
    if (begins && !absl::ascii_isupper(static_cast<unsigned char>(c))) return false;
    begins = c == '/';
    if (!begins && !absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && c != '+')
      return false;
  }
  return !begins;
}

}  // namespace

std::optional<absl::TimeZone> FindTimeZone(std::string_view name) {
  absl::TimeZone zone;
  if (!IsName(name) || !absl::LoadTimeZone(absl::string_view(name.data(), name.size()), &zone)) return std::nullopt;
  return zone;
}

}  // namespace academy
