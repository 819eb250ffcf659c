// Removes expired unfinished uploads, assets that no part has used for a week, uploaded files whose processing failed a
// month ago, unreferenced blobs, and files left by a crash.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/deps.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/uploads/upload_locks.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class Sweeper {
 public:
  // How long an asset is kept while no part uses it.
  static constexpr absl::Duration kUnusedLifetime = absl::Hours(7 * 24);

  // How long the uploaded file is kept, to be tried again, after something failed.
  static constexpr absl::Duration kFailedSourceLifetime = absl::Hours(30 * 24);
  // How long a file without a record is kept: the database may be an older one that was restored.
  static constexpr absl::Duration kUnknownFileLifetime = absl::Hours(7 * 24);

  // All must outlive the sweeper. While `hold` holds, it removes no blobs.
  Sweeper(const Deps& deps, UploadStorage& files, UploadLocks& locks, Blobs& blobs, const RemovalHold& hold)
      : deps_(deps), files_(files), locks_(locks), blobs_(blobs), hold_(hold) {}

  // Recovers, then sweeps every minute on its own thread.
  void Start();
  // Makes the next sweep happen soon, after a deletion.
  void Wake();
  void Stop();

  // Sweeps once, in the calling thread. Returns the first error, after all that could be swept.
  absl::Status Sweep();
  // Truncates files of interrupted appends with a checksum to their verified size, completes uploads whose files have
  // all their bytes, and removes files that are not needed and old ones without an upload. Files that cannot
  // be recovered are logged. Call only while nothing is being uploaded.
  void Recover();

 private:
  absl::Status SweepUploads();
  absl::Status SweepUpload(const std::string& id);
  absl::Status SweepAssets();
  absl::Status SweepSources();
  absl::Status SweepBlobs();
  // Once a day, what Recover does with old files.
  absl::Status SweepLeftovers();
  absl::Status RemoveLeftover(const std::string& upload_id);
  // Settles the upload, if there is one; returns whether it is complete.
  absl::StatusOr<bool> Settle(const std::string& upload_id);
  absl::Status RecoverFile(const std::string& upload_id);
  absl::Status RemoveOldUnknown(const std::string& upload_id);

  const Deps& deps_;
  UploadStorage& files_;
  UploadLocks& locks_;
  Blobs& blobs_;
  const RemovalHold& hold_;
  std::atomic<UnixMillis> leftovers_swept_at_ = 0;
  // Set by Start. Last, because its thread uses all members above.
  std::optional<PeriodicTask> task_;
};

}  // namespace academy::catalog
