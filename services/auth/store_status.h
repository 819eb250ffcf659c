// How stores' statuses are told to callers.
#pragma once

#include "absl/status/status.h"
#include "services/auth/errors.h"
#include "services/platform/base/status.h"

namespace academy::auth {

// A broken uniqueness means, in every table that people's input reaches, that the address is taken.
inline absl::Status OrEmailTaken(const absl::Status& status) {
  return absl::IsAlreadyExists(status) && DetailOf(status).reason == "unique_violation" ? error::EmailTaken() : status;
}

}  // namespace academy::auth
