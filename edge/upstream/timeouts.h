// How long calls to services may take.
#pragma once

#include "absl/time/time.h"

namespace academy::edge {

// A person waits for an ordinary call, so a hanging service must be reported soon. Hashing a password on a busy
// machine, or moving a file, takes longer.
inline constexpr absl::Duration kOrdinaryTimeout = absl::Milliseconds(1200);
inline constexpr absl::Duration kLongTimeout = absl::Seconds(8);

}  // namespace academy::edge
