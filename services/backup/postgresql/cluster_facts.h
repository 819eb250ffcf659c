// What a backup must know of a PostgreSQL cluster before it copies it, and why a cluster cannot be copied.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

struct ClusterFacts {
  // The cluster's own identity, which all its databases share.
  std::string id;
  // The major version.
  int version = 0;
  // `host:port`, or the folder of the socket.
  std::string place;
  // The role that asked, and its database.
  std::string user;
  std::string database;
  // Whether the role may copy the cluster.
  bool may_copy = false;
  std::string wal_level;
  int max_wal_senders = 0;
  // Beside the two that every cluster has.
  int tablespaces = 0;
};

// UNAVAILABLE postgresql_away.
absl::StatusOr<ClusterFacts> ReadClusterFacts(const std::string& address);

// FAILED_PRECONDITION with what to do, where the cluster cannot be copied: replication_denied, wal_level,
// max_wal_senders or tablespaces.
absl::Status CheckFacts(const ClusterFacts& facts);

// What to do about what pg_basebackup printed when it failed. FAILED_PRECONDITION replication_denied or
// max_wal_senders, otherwise UNAVAILABLE copy_failed.
absl::Status ExplainFailure(const ClusterFacts& facts, std::string_view printed);

}  // namespace academy::backup
