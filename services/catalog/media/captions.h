// Caption files as people have them, made into the WebVTT that players want.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace academy::catalog {

// Takes WebVTT or SubRip, in UTF-8 or (Arabic Windows') windows-1256, any line ends. INVALID_ARGUMENT captions_invalid
// without a single cue, or beyond 2 MiB.
absl::StatusOr<std::string> ToWebVtt(std::string_view file);

}  // namespace academy::catalog
