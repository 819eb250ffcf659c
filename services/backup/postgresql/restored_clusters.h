// The PostgreSQL clusters of a restored folder, each with a private server on it.
//
// Used by one thread at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/backup/postgresql/pg_tools.h"
#include "services/backup/postgresql/private_server.h"
#include "services/backup/store/manifest.h"

namespace academy::backup {

class RestoredClusters {
 public:
  struct Folders {
    // Has the clusters' folders.
    std::filesystem::path data;
    // For the servers' sockets; is made. Its path must be short.
    std::filesystem::path sockets;
    std::filesystem::path log;
  };

  RestoredClusters(Folders folders, std::vector<ManifestCluster> clusters)
      : folders_(std::move(folders)), clusters_(std::move(clusters)) {}

  // Whether this machine can run the clusters. Errors of PgTools::Find.
  absl::Status RequireTools() const;
  // Once all files are there: verifies the clusters' files with what pg_basebackup noted of them, and starts the
  // servers. DATA_LOSS database_damaged; errors of PgTools::Find and PrivateServer::Start.
  absl::Status Start();
  // Checks the services' databases. Errors of CheckPostgresql.
  absl::Status Check() const;
  // Ends the servers, and makes of the clusters what an owner may start. Errors of PrivateServer::Stop.
  absl::Status Finish();

  // The database of a service; empty if it is in none of the clusters.
  std::string AddressOf(const std::string& service) const;

 private:
  struct Running {
    PgTools tools;
    std::unique_ptr<PrivateServer> server;
  };

  const Folders folders_;
  const std::vector<ManifestCluster> clusters_;
  // As many as clusters, once they are started.
  std::vector<Running> running_;
};

}  // namespace academy::backup
