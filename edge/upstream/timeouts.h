// How long calls wait for their service.
#pragma once

#include "absl/time/time.h"

namespace academy::edge {

// A person waits for an ordinary call, so that a service that hangs must be told soon; hashing a password on a busy
// machine, or moving a file, takes longer.
inline constexpr absl::Duration kOrdinaryTimeout = absl::Milliseconds(1200);
inline constexpr absl::Duration kLongTimeout = absl::Seconds(8);

}  // namespace academy::edge
