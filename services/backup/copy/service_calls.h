// What a backup asks of a running academy's services.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/backup/copy/hold_watch.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/rpc/credential.h"

namespace academy::backup {

class ServiceCalls {
 public:
  // FAILED_PRECONDITION if `data` is no data folder; errors of KeyFolder.
  static absl::StatusOr<ServiceCalls> Open(const std::filesystem::path& data);

  // Whether the service runs, or is about to be started again by a running academy.
  bool Runs(const std::string& service) const;
  // Writes a snapshot of the service's database to `data`/run/`folder`/<service>.db: by the service itself if it runs.
  // For a database in PostgreSQL it writes none and returns the address, which may have a password; otherwise empty.
  // Errors of Snapshots.Take; FAILED_PRECONDITION no_database.
  absl::StatusOr<std::string> Snapshot(const std::string& service, const std::string& folder) const;
  // Errors of Removals.Hold.
  absl::Status Hold(const std::string& id, bool continued) const;
  absl::Status Release(const std::string& id) const;

 private:
  ServiceCalls(std::filesystem::path data, Credential credential)
      : data_(std::move(data)), credential_(std::move(credential)) {}

  const std::filesystem::path data_;
  const Credential credential_;
};

// Keeps catalog from removing files, until the end of the object.
class HeldRemovals {
 public:
  // Holds nothing if catalog does not run. `calls` must outlive the object. Errors of Removals.Hold.
  static absl::StatusOr<std::unique_ptr<HeldRemovals>> Begin(const ServiceCalls& calls, const std::string& id);
  ~HeldRemovals();
  HeldRemovals(const HeldRemovals&) = delete;
  HeldRemovals& operator=(const HeldRemovals&) = delete;

  // UNAVAILABLE hold_lost if something may have been removed since the beginning. Waits for a catalog that is away.
  absl::Status StillHeld();

 private:
  HeldRemovals(const ServiceCalls& calls, std::string id);

  absl::Status Renew();
  void KeepHolding();
  // Waits for the end of the object, for at most `pause`; true when it comes.
  bool EndsWithin(absl::Duration pause) ABSL_LOCKS_EXCLUDED(mutex_);

  const ServiceCalls& calls_;
  const std::string id_;
  HoldWatch watch_;
  absl::Mutex mutex_;
  TimedWait ended_;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  // Not running if catalog does not.
  std::thread thread_;
};

}  // namespace academy::backup
