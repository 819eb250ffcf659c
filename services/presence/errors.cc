#include "services/presence/errors.h"

#include "services/platform/base/status.h"

namespace academy::presence::error {

absl::Status LearnerNotFound() {
  return Error(absl::StatusCode::kNotFound, "user_not_found", "The user could not be found.");
}

}  // namespace academy::presence::error
