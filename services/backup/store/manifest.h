// What a backup consists of: its files, and the object that holds each.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

struct ManifestEntry {
  // In the data folder: `auth/auth.db`, `blobs/media/<id>/master.m3u8`.
  std::string path;
  int64_t size = 0;
  // SHA-256 in hexadecimal.
  std::string sha256;
  // Name of its object.
  std::string object;

  bool operator==(const ManifestEntry&) const = default;
};

// A service's database in a PostgreSQL cluster, and the service's role.
struct ManifestDatabase {
  std::string service;
  std::string name;
  std::string user;

  bool operator==(const ManifestDatabase&) const = default;
};

// A PostgreSQL cluster whose files are entries.
struct ManifestCluster {
  // In the data folder: `postgresql`.
  std::string folder;
  // The major version.
  int version = 0;
  std::vector<ManifestDatabase> databases;
  // Folders in the cluster's that have no file and must be there.
  std::vector<std::string> empty_folders;

  bool operator==(const ManifestCluster&) const = default;
};

struct Manifest {
  // When the first database was copied.
  UnixMillis at = 0;
  // The end of the audit trail, `<position>:<hash>`; empty for an empty trail.
  std::string audit_head;
  std::vector<ManifestEntry> entries;
  // None if all databases are in SQLite.
  std::vector<ManifestCluster> clusters;

  bool operator==(const Manifest&) const = default;
};

// An object as the store has it, also of an encrypted backup whose manifest cannot be read here.
struct StoredObject {
  std::string name;
  int64_t size = 0;
  // SHA-256 of the stored bytes, in hexadecimal.
  std::string sha256;
  // When the stored bytes were last read and had this hash.
  UnixMillis checked_at = 0;

  bool operator==(const StoredObject&) const = default;
};

std::string WriteManifest(const Manifest& manifest);
// DATA_LOSS manifest_invalid for a text that WriteManifest did not write, or that has paths outside the data folder;
// FAILED_PRECONDITION manifest_too_new.
absl::StatusOr<Manifest> ReadManifest(std::string_view text);

std::string WriteObjectList(const std::vector<StoredObject>& objects);
// DATA_LOSS object_list_invalid.
absl::StatusOr<std::vector<StoredObject>> ReadObjectList(std::string_view text);

// The id of a backup: when it was made and the beginning of its manifest's SHA-256,
// `20261123T010203456Z-0123456789abcdef0123`. Who knows the id recognizes another manifest.
std::string BackupId(UnixMillis at, std::string_view manifest);
// Whether it may be one.
bool IsBackupId(std::string_view id);
// 0 for anything but an id.
UnixMillis TimeOfBackup(std::string_view id);

}  // namespace academy::backup
