// Converts stores' statuses to errors for callers. Thread-safe.
#pragma once

#include "absl/status/status.h"
#include "services/auth/errors.h"
#include "services/platform/base/status.h"

namespace academy::auth {

// In every table written from user input, a uniqueness violation means that the e-mail address is taken.
inline absl::Status OrEmailTaken(const absl::Status& status) {
  return absl::IsAlreadyExists(status) && DetailOf(status).reason == "unique_violation" ? error::EmailTaken() : status;
}

}  // namespace academy::auth
