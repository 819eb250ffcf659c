// Removes what nobody needs any more: unfinished uploads after their time, assets that no part has used for a week,
// blobs whose owners are gone, files that a crash left behind.
//
// Thread-safe.
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/catalog/uploads/upload_writers.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class Sweeper {
 public:
  // Milliseconds that an asset is kept while no part uses it.
  static constexpr UnixMillis kUnusedLifetime = UnixMillis{7} * 24 * 60 * 60 * 1000;

  // All references must outlive the sweeper.
  Sweeper(AssetStore& assets, UploadStore& uploads, UploadFiles& files, UploadWriters& writers, Blobs& blobs,
          const Clock& clock)
      : assets_(assets), uploads_(uploads), files_(files), writers_(writers), blobs_(blobs), clock_(clock) {}

  // Puts right what a crash left, then sweeps every minute.
  absl::Status Start();
  // Sweeps soon: something was deleted.
  void Wake();
  void Stop();

  // One round, in the calling thread.
  absl::Status Sweep();
  // Takes back appends whose checksum was never confirmed, and removes files without an upload. Only while nothing is
  // uploaded.
  absl::Status Recover();

 private:
  absl::Status SweepUploads();
  absl::Status SweepBlobs();

  AssetStore& assets_;
  UploadStore& uploads_;
  UploadFiles& files_;
  UploadWriters& writers_;
  Blobs& blobs_;
  const Clock& clock_;
  // From Start on. Last: its thread uses all of the above.
  std::optional<PeriodicTask> task_;
};

}  // namespace academy::catalog
