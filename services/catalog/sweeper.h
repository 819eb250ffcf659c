// Removes what nobody needs any more: unfinished uploads after their time, assets that no part has used for a week,
// blobs whose owners are gone, files that a crash left behind.
//
// Thread-safe.
#pragma once

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/catalog/asset_store.h"
#include "services/catalog/upload_files.h"
#include "services/catalog/upload_store.h"
#include "services/catalog/upload_writers.h"
#include "services/common/blobs/blobs.h"
#include "services/common/clock.h"

namespace academy::catalog {

class Sweeper {
 public:
  // Milliseconds that an asset is kept while no part uses it.
  static constexpr UnixMillis kUnusedLifetime = UnixMillis{7} * 24 * 60 * 60 * 1000;

  // All references must outlive the sweeper.
  Sweeper(AssetStore& assets, UploadStore& uploads, UploadFiles& files, UploadWriters& writers, Blobs& blobs,
          const Clock& clock)
      : assets_(assets), uploads_(uploads), files_(files), writers_(writers), blobs_(blobs), clock_(clock) {}
  ~Sweeper() { Stop(); }

  // Puts right what a crash left, then sweeps every minute.
  absl::Status Start();
  // Sweeps soon: something was deleted.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // One round, in the calling thread.
  absl::Status Sweep();
  // Takes back appends whose checksum was never confirmed, and removes files without an upload. Only while nothing is
  // uploaded.
  absl::Status Recover();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status SweepUploads();
  absl::Status SweepBlobs();

  AssetStore& assets_;
  UploadStore& uploads_;
  UploadFiles& files_;
  UploadWriters& writers_;
  Blobs& blobs_;
  const Clock& clock_;

  absl::Mutex mutex_;
  bool dirty_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::catalog
