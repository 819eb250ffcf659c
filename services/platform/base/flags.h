// Parses a process's command line with flags as tools and documents spell them: `--grpc-port 0`. Secrets come from
// files, because everybody on a machine can read the command lines of its processes.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"

namespace academy {

// Sets the flags (`-` on the command line matches `_` in ABSL_FLAG names). Exits the process with a line on standard
// error for an unknown flag, an invalid value or a word that is not a flag, and with 0 after --version and its line,
// such as `auth (Academy) 1.0.0`. Call once, in main.
void ParseFlags(int argc, char** argv, const char* usage);

// Returns the value of a flag that may hold a password: `value`, from --`name`, or the first line of `file`, from
// --`name`_file. Empty without either. INVALID_ARGUMENT invalid_flag for both, or if `value` is a URL with a password;
// FAILED_PRECONDITION file_error.
absl::StatusOr<std::string> SecretFromFlags(const std::string& name, const std::string& value,
                                            const std::filesystem::path& file);

}  // namespace academy
