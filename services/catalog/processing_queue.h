// Works off the durable queue of uploaded videos, one at a time for each worker, at low priority.
//
// Thread-safe.
#pragma once

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/catalog/job_store.h"
#include "services/catalog/processor.h"
#include "services/catalog/upload_files.h"
#include "services/common/blobs/blobs.h"
#include "services/common/clock.h"

namespace academy::catalog {

class ProcessingQueue {
 public:
  // All references must outlive the queue.
  ProcessingQueue(JobStore& jobs, Processor& processor, UploadFiles& files, Blobs& blobs, const Clock& clock)
      : jobs_(jobs), processor_(processor), files_(files), blobs_(blobs), clock_(clock) {}
  ~ProcessingQueue() { Stop(); }

  // Goes on where an earlier process ended, with `workers` threads.
  absl::Status Start(int workers);
  // Says that there may be a new job.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends what is running, to be done again later, and waits for the threads.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Works off what is due, in the calling thread: for tests and tools. Returns how many jobs there were.
  int RunDueJobs();

 private:
  void Work() ABSL_LOCKS_EXCLUDED(mutex_);
  // False when nothing was due.
  bool RunOne(const std::stop_token& stop);
  void Run(const std::string& asset_id, const std::stop_token& stop);
  // Records how processing ended.
  absl::Status Record(const std::string& asset_id, const absl::StatusOr<ProcessedMedia>& result, bool deleted);

  JobStore& jobs_;
  Processor& processor_;
  UploadFiles& files_;
  Blobs& blobs_;
  const Clock& clock_;

  std::stop_source stop_;
  absl::Mutex mutex_;
  bool dirty_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace academy::catalog
