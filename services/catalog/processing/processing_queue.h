// Works off the durable queue of uploaded videos at low priority: one worker for what is quickly done, so that a video
// can be watched seconds after its upload, and others for what is long.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processor.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class ProcessingQueue {
 public:
  // All references must outlive the queue.
  ProcessingQueue(JobStore& jobs, Processor& processor, UploadFiles& files, Blobs& blobs, const Clock& clock)
      : jobs_(jobs), processor_(processor), files_(files), blobs_(blobs), clock_(clock) {}
  ~ProcessingQueue() { Stop(); }

  // Goes on where an earlier process ended, with `encoders` threads for what is long.
  absl::Status Start(int encoders);
  // Says that there may be a new job.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends what is running, to be done again later, and waits for the threads.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Works off what is due, in the calling thread: for tests and tools. Returns how many stages there were.
  int RunDueJobs();

 private:
  void Work(JobQueue queue) ABSL_LOCKS_EXCLUDED(mutex_);
  // False when nothing was due.
  bool RunOne(JobQueue queue, const std::stop_token& stop);
  void Run(const JobRecord& job, const std::stop_token& stop);
  // The job's stage, up to what it records when it went well.
  absl::Status RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  // Records how a stage ended that did not go well.
  absl::Status Record(const JobRecord& job, const absl::Status& failure);
  // After the last stage, for good.
  absl::Status RemoveSource(const std::string& asset_id) { return files_.Remove(asset_id); }

  JobStore& jobs_;
  Processor& processor_;
  UploadFiles& files_;
  Blobs& blobs_;
  const Clock& clock_;

  std::stop_source stop_;
  absl::Mutex mutex_;
  uint64_t wakes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace academy::catalog
