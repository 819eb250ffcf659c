#include "edge/upstream/each_address.h"

#include "absl/status/status.h"
#include "absl/strings/str_split.h"

namespace academy::edge {

absl::StatusOr<std::vector<std::string>> EachAddress(const std::string& address, const std::string& listed) {
  if (!listed.empty()) return std::vector<std::string>(absl::StrSplit(listed, ',', absl::SkipEmpty()));
  if (address.starts_with("dns:")) {
    return absl::InvalidArgumentError("every server must be listed too, not only " + address);
  }
  constexpr size_t kScheme = 5;
  if (address.starts_with("ipv4:") || address.starts_with("ipv6:")) {
    return std::vector<std::string>(absl::StrSplit(address.substr(kScheme), ',', absl::SkipEmpty()));
  }
  return std::vector<std::string>{address};
}

}  // namespace academy::edge
