// The file that a process's log goes to, if it is one of its own: standard error, and standard output where that is the
// same file. What libraries and child processes write there is bounded too.
//
// Thread-safe after LogToFile.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/platform/base/rotated_file.h"

namespace academy {

// From now on standard error is the file `path`. Call once, before threads start. FAILED_PRECONDITION file_error.
absl::Status LogToFile(const std::string& path, const LogBounds& bounds);

// Begins a new file if this one is full; nothing without LogToFile. Whoever writes to it calls this after a line.
void RotateLogFile();

// Opens the path again: for a file that somebody has renamed.
void ReopenLogFile();

}  // namespace academy
