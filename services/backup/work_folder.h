// The folder data/backup, in which a backup is made and checked, and the lock of the one backup at a time in it.
//
// Used by one thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy::backup {

class WorkFolder {
 public:
  // Removes what a backup that was killed has left. FAILED_PRECONDITION backup_runs or file_error.
  static absl::StatusOr<std::unique_ptr<WorkFolder>> Open(const std::filesystem::path& data);
  // Removes what this backup has left, but for what the next one uses.
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::filesystem::path objects() const { return path_ / "w"; }
  // Copies of PostgreSQL clusters.
  std::filesystem::path clusters() const { return path_ / "p"; }
  // Its name is short because sockets are below it, whose paths are limited.
  std::filesystem::path copy() const { return path_ / "c"; }
  std::filesystem::path log() const { return path_ / "check.log"; }
  std::filesystem::path index() const { return path_ / "index"; }
  std::filesystem::path places() const { return path_ / "places"; }
  // The folder in `run` into which services copy their databases.
  std::string snapshots_name() const;
  std::filesystem::path snapshots() const { return run_ / snapshots_name(); }

  // The secret under which encrypted objects are named; a new one only makes the next backup send everything. Errors
  // of WriteSecretFile.
  absl::StatusOr<std::string> NameKey() const;

  bool SweptWithin(absl::Duration time) const;
  void NoteSweep() const;

 private:
  WorkFolder(const std::filesystem::path& data, int fd);

  std::filesystem::path swept() const { return path_ / "swept"; }
  void Clean();

  const std::filesystem::path path_;
  const std::filesystem::path run_;
  const int fd_;
  const std::string token_;
};

}  // namespace academy::backup
