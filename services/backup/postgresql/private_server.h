// A PostgreSQL server on a copied cluster that only this user and root reach: by a socket in a folder of theirs, and
// not over the network.
//
// Used by one thread at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/check/child_process.h"
#include "services/backup/postgresql/pg_tools.h"

namespace academy::backup {

class PrivateServer {
 public:
  struct Options {
    // The cluster's files, and an existing folder for the socket and the server's settings. If this process is root's,
    // both are given to the user postgres, because PostgreSQL does not run as root.
    std::filesystem::path cluster;
    std::filesystem::path sockets;
    // Tells the sockets in a folder apart.
    int port = 1;
    std::filesystem::path log;
  };

  // Starts the server and waits until it has read its log and accepts connections. The cluster's own settings do not
  // count where they would reach out of its folder. FAILED_PRECONDITION no_postgres_user, INTERNAL program_failed.
  static absl::StatusOr<std::unique_ptr<PrivateServer>> Start(const PgTools& tools, const Options& options);
  // Ends it at once; what it had not written to the cluster's files is only in the cluster's log.
  ~PrivateServer();
  PrivateServer(const PrivateServer&) = delete;
  PrivateServer& operator=(const PrivateServer&) = delete;

  // Ends it so that the cluster's files are whole. INTERNAL program_failed.
  absl::Status Stop();

  std::string Address(const std::string& user, const std::string& database) const;

 private:
  PrivateServer(const Options& options, Child child) : options_(options), child_(std::move(child)) {}

  const Options options_;
  Child child_;
  bool runs_ = true;
};

}  // namespace academy::backup
