// Parses a process's command line with flags as tools and documents spell them: `--grpc-port 0`.
#pragma once

namespace academy {

// Sets the flags (`-` on the command line matches `_` in ABSL_FLAG names). Exits the process with a line on standard
// error for an unknown flag, an invalid value or a word that is not a flag. Call once, in main.
void ParseFlags(int argc, char** argv, const char* usage);

}  // namespace academy
