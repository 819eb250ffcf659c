// Validates an upload of captions. The limits are the REST contract's.
//
// A pure function, callable from any thread.
#pragma once

#include "absl/status/status.h"
#include "academy/catalog/v1/assets.pb.h"

namespace academy::catalog {

// INVALID_ARGUMENT validation_failed with every violation. Does not check the file's content.
absl::Status ValidateCaptions(const v1::UploadCaptionsRequest& request);

}  // namespace academy::catalog
