// The academy's services.
#pragma once

namespace academy::backup {

// Those that read others' feeds before those that they read: in copies made in this order, no stored position is ahead
// of its feed.
inline constexpr const char* kServices[] = {"enrollment", "presence", "catalog", "auth"};

}  // namespace academy::backup
