// The flags of every process about its logs: --log_file, --log_size and --log_keep, which it defines.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/rotated_file.h"

namespace academy {

// INVALID_ARGUMENT invalid_flag.
absl::StatusOr<LogBounds> LogBoundsFromFlags();

// Logs to the flag's file from now on, if it names one. Call it first in main, after ParseFlags. Errors as above;
// FAILED_PRECONDITION file_error.
absl::Status LogToFileFromFlags();

}  // namespace academy
