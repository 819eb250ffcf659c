// Which place an academy's backups go to: a file in the place says whose it is, and the academy remembers its places,
// so that an unmounted disk, or a place of another academy, is noticed before anything is stored or removed.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/backup/store/backup_store.h"

namespace academy::backup {

struct Place {
  // Folder or `s3://...`, and the file with its credentials.
  std::string address;
  std::filesystem::path s3_credentials;
};

// A place that one academy uses; a folder is locked until the end of the object.
class OwnPlace {
 public:
  // Takes a place that has no owner. `academy` is the academy's id, empty if it is unknown; `remembered` is its file of
  // places. FAILED_PRECONDITION place_lost, place_of_another or place_in_use; errors of BackupStore::Open.
  static absl::StatusOr<OwnPlace> Open(const Place& place, const std::string& academy,
                                       const std::filesystem::path& remembered);

  BackupStore& store() { return store_; }

 private:
  OwnPlace(BackupStore store, std::shared_ptr<int> lock) : store_(std::move(store)), lock_(std::move(lock)) {}

  BackupStore store_;
  // Null for a place that cannot be locked.
  std::shared_ptr<int> lock_;
};

}  // namespace academy::backup
