// PostgreSQL's programs on this machine, of one major version.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

class PgTools {
 public:
  // Finds the programs that copy, verify and run a cluster, where Debian installs them. FAILED_PRECONDITION
  // tools_missing, with the packages to install.
  static absl::StatusOr<PgTools> Find(int version, const std::filesystem::path& root = "/usr/lib/postgresql");

  std::string Path(const std::string& program) const { return (bin_ / program).string(); }
  // Whether it is there: pg_amcheck need not be.
  bool Has(const std::string& program) const;

 private:
  explicit PgTools(std::filesystem::path bin) : bin_(std::move(bin)) {}

  std::filesystem::path bin_;
};

// Runs a program to its end; what it prints is appended to `log`. INTERNAL program_failed, with what it printed in one
// line, unless it ended with 0.
absl::Status RunPgProgram(const std::vector<std::string>& words, const std::filesystem::path& log);

}  // namespace academy::backup
