// Reads a process' command line in the spelling that tools and documents use: `--grpc-port 0`.
#pragma once

namespace academy {

// Sets the flags (ABSL_FLAG names have `_` where the command line may have `-`). Ends the process with a line on
// standard error for an unknown flag, a wrong value or a word that is no flag. Call once, in main.
void ParseFlags(int argc, char** argv, const char* usage);

}  // namespace academy
