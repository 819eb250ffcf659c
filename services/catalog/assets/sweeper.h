// Removes expired unfinished uploads, assets that no part has used for a week, unreferenced blobs, and files left by a
// crash.
//
// Thread-safe.
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/catalog/deps.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/catalog/uploads/upload_locks.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class Sweeper {
 public:
  // How long an asset is kept while no part uses it.
  static constexpr absl::Duration kUnusedLifetime = absl::Hours(7 * 24);

  // All must outlive the sweeper. While `hold` holds, it removes no blobs.
  Sweeper(const Deps& deps, UploadFiles& files, UploadLocks& locks, Blobs& blobs, const RemovalHold& hold)
      : deps_(deps), files_(files), locks_(locks), blobs_(blobs), hold_(hold) {}

  // Recovers, then sweeps every minute on its own thread. Errors as Recover.
  absl::Status Start();
  // Makes the next sweep happen soon, after a deletion.
  void Wake();
  void Stop();

  // Sweeps once, in the calling thread.
  absl::Status Sweep();
  // Truncates files of interrupted appends with a checksum to their verified size, removes files without an upload, and
  // completes uploads whose files have all their bytes. Call only while nothing is being uploaded.
  absl::Status Recover();

 private:
  absl::Status SweepUploads();
  absl::Status SweepAssets();
  absl::Status SweepBlobs();
  absl::Status TruncateUnverified();
  absl::Status RecoverFile(const std::string& upload_id);

  const Deps& deps_;
  UploadFiles& files_;
  UploadLocks& locks_;
  Blobs& blobs_;
  const RemovalHold& hold_;
  // Set by Start. Last, because its thread uses all members above.
  std::optional<PeriodicTask> task_;
};

}  // namespace academy::catalog
