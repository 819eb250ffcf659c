// Converts caption files to WebVTT.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace academy::catalog {

// Accepts WebVTT or SubRip in UTF-8 or windows-1256 (Arabic Windows), with any line endings. INVALID_ARGUMENT
// captions_invalid if there is no cue or the file exceeds 2 MiB.
absl::StatusOr<std::string> ToWebVtt(std::string_view file);

}  // namespace academy::catalog
