// The commands that list and rotate an academy's keys, whether or not the academy is running.
#pragma once

#include <filesystem>
#include <string>

#include "absl/time/time.h"

namespace academy {

// When a new key is current: every process looks at its keys once a second.
inline constexpr absl::Duration kRotateAfter = absl::Seconds(5);

struct KeyCommand {
  // The academy's data folder.
  std::filesystem::path data;
  // A purpose, `calls` for all that prove calls, or `all`; empty lists the keys.
  std::string rotate;
  // When the new key is current.
  absl::Duration after = kRotateAfter;
};

// Prints the keys, never their secrets, or what was rotated. Returns the exit code: 1, after printing the cause on
// standard error, if it could not.
int RunKeyCommand(const KeyCommand& command);

}  // namespace academy
