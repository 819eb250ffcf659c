// The named errors of presence.
//
// Pure functions; thread-safe.
#pragma once

#include "absl/status/status.h"

namespace academy::presence::error {

absl::Status LearnerNotFound();  // NOT_FOUND user_not_found

}  // namespace academy::presence::error
