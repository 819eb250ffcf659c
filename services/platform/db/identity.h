// Which database this is. Each has a random id, which its copies share. A marker file beside the data remembers it, so
// that a lost file, an unmounted disk or a wrong address is noticed instead of being taken for a new academy.
#pragma once

#include <soci/soci.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy {

class DatabaseMarker {
 public:
  // `file` may be empty: nothing is remembered then.
  explicit DatabaseMarker(std::filesystem::path file) : file_(std::move(file)) {}

  // Reads the file. FAILED_PRECONDITION marker_unreadable.
  absl::Status Load();
  // The remembered id; empty if there was no database yet.
  const std::string& id() const { return id_; }
  // Remembers the database. FAILED_PRECONDITION if the file cannot be written.
  absl::Status Store(const std::string& id);

  // FAILED_PRECONDITION database_missing, if a database is remembered: `what` says where it is missing.
  absl::Status RefuseToCreate(const std::string& what) const;
  // FAILED_PRECONDITION other_database unless `id` is the remembered one, or none is.
  absl::Status Compare(const std::string& id) const;

 private:
  std::filesystem::path file_;
  std::string id_;
};

// Returns the id of the database in which `sql` works; empty if it has none. May throw as SOCI does.
std::string ReadDatabaseId(soci::session& sql);

// Returns the database's id. One that has none yet, because it is new or of an older version, takes `remembered`, or a
// new id if that is empty. Call in a transaction; may throw as SOCI does.
std::string IdentifyDatabase(soci::session& sql, const std::string& remembered, UnixMillis now);

}  // namespace academy
