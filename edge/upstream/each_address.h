// The servers that an address of a service stands for (services/platform/rpc/channel.h), one by one.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// `unix:...` and `host:port` are one server; `ipv4:a:port,b:port` and `ipv6:[a]:port,[b]:port` those listed, as
// `host:port`. They are `listed` instead, which is `host:port,host:port`, if that is not empty. INVALID_ARGUMENT for a
// name (`dns:`) without it, because a name does not say how many there should be. Thread-safe.
absl::StatusOr<std::vector<std::string>> EachAddress(const std::string& address, const std::string& listed);

}  // namespace academy::edge
