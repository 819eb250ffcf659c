// Processes the durable queue of uploaded videos at low priority: one worker for the quick queue, so that a video is
// playable seconds after its upload, and others for the slow queue.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/catalog/deps.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processor.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/blobs/blobs.h"

namespace academy::catalog {

class ProcessingQueue {
 public:
  // All must outlive the queue.
  ProcessingQueue(const Deps& deps, Processor& processor, UploadFiles& files, Blobs& blobs)
      : deps_(deps), processor_(processor), files_(files), blobs_(blobs) {}
  ~ProcessingQueue() { Stop(); }

  // Starts the workers, `encoders` of them for the slow queue, and resumes what an earlier process left.
  absl::Status Start(int encoders);
  // Wakes the workers, because there may be a new job.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Cancels running stages, which are started again later, and joins the threads.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Runs the due jobs on the calling thread, for tests and tools. Returns the number of stages run.
  int RunDueJobs();

 private:
  void Work(JobQueue queue) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Duration UntilNextDue(JobQueue queue);
  // Returns false if nothing was due.
  bool RunOne(JobQueue queue, const std::stop_token& stop);
  void Run(const JobRecord& job, const std::stop_token& stop);
  // Runs the job's stage and stores its success.
  absl::Status RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  absl::Status Prepare(const Processor::Task& task, const std::stop_token& stop);
  absl::Status Encode(const Processor::Task& task, const std::stop_token& stop);
  absl::Status MakePictures(const Processor::Task& task, const std::stop_token& stop);
  absl::Status AddLadder(const Processor::Task& task, const std::stop_token& stop);
  // Called after the last stage of a ready asset.
  absl::Status Finish(const std::string& asset_id);

  // Stores the failure of a stage.
  absl::Status RecordFailure(const JobRecord& job, const absl::Status& failure);
  // Schedules the job for later.
  absl::Status Postpone(const JobRecord& job, const absl::Status& failure);

  absl::Status Publish(const std::string& asset_id, const ProcessedMedia& media);
  absl::StatusOr<ProcessedMedia> LoadMedia(const std::string& asset_id);
  // Runs `change(tx, now)` in its own transaction.
  absl::Status Write(absl::FunctionRef<absl::Status(Transaction& tx, UnixMillis now)> change);

  const Deps& deps_;
  Processor& processor_;
  UploadFiles& files_;
  Blobs& blobs_;

  std::stop_source stop_;
  absl::Mutex mutex_;
  uint64_t wakes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace academy::catalog
