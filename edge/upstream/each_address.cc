#include "edge/upstream/each_address.h"

#include "absl/status/status.h"
#include "absl/strings/str_split.h"

namespace academy::edge {

absl::StatusOr<std::vector<std::string>> EachAddress(const std::string& address) {
  if (address.starts_with("dns:")) {
    return absl::InvalidArgumentError("every server must be listed, as in ipv4:10.0.0.1:50054,10.0.0.2:50054, not " +
                                      address);
  }
  constexpr size_t kScheme = 5;
  if (address.starts_with("ipv4:") || address.starts_with("ipv6:")) {
    return std::vector<std::string>(absl::StrSplit(address.substr(kScheme), ',', absl::SkipEmpty()));
  }
  return std::vector<std::string>{address};
}

}  // namespace academy::edge
