// The servers that an address of a service stands for (services/platform/rpc/channel.h), one by one.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// `unix:...` and `host:port` are one server; `ipv4:a:port,b:port` and `ipv6:[a]:port,[b]:port` those listed, as
// `host:port`. INVALID_ARGUMENT for a name (`dns:`), whose servers change. Thread-safe.
absl::StatusOr<std::vector<std::string>> EachAddress(const std::string& address);

}  // namespace academy::edge
