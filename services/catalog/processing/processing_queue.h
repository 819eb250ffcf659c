// Processes the durable queue of uploaded videos at low priority: one worker for the quick queue, so that a video is
// playable seconds after its upload, and others for the slow queue. Outages (of the store, the disk, the database or
// the programs) cost a stage time, never the upload: it waits until they are over.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
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
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processor.h"
#include "services/catalog/processing/retry_policy.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/timed_wait.h"

namespace academy::catalog {

class ProcessingQueue {
 public:
  // What differs between one process that does all and several that share the queue.
  struct Options {
    RetryPolicy retry;
    // Whether each claim stores its files in a folder of its own, AttemptFolder.
    bool apart = false;
    // After which a worker that waits looks whether other processes have added jobs.
    absl::Duration max_pause = absl::Seconds(30);
  };
  // All must outlive the queue.
  ProcessingQueue(const Deps& deps, Processor& processor, UploadStorage& files, const Options& options)
      : deps_(deps), processor_(processor), files_(files), options_(options) {}
  ~ProcessingQueue() { Stop(); }

  // Starts the workers, `encoders` of them for the slow queue, and resumes what an earlier process left.
  absl::Status Start(int encoders);
  // Wakes the workers, because there may be a new job.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Cancels running stages, which are started again later, and joins the threads.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);
  // Renews the leases of running stages, and cancels those whose job another process has claimed meanwhile. The queue
  // does so by itself every kLeaseRenewal once it has started. Errors as the database.
  absl::Status KeepLeases() ABSL_LOCKS_EXCLUDED(mutex_);

  // Runs the due jobs on the calling thread, for tests and tools. Returns the number of stages run.
  int RunDueJobs();

 private:
  void Work(JobQueue queue) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Duration UntilNextDue(JobQueue queue);
  // Returns false if nothing was due. Errors as the database.
  absl::StatusOr<bool> RunOne(JobQueue queue, const std::stop_token& stop);
  // Logs the first failure to claim a job, and the end of the outage.
  void LogClaim(JobQueue queue, const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  void Run(const JobRecord& job, std::stop_source job_stop);
  // Runs the job's stage and stores its success.
  absl::Status RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  absl::Status Prepare(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  absl::Status Encode(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  absl::Status MakePictures(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  absl::Status AddLadder(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop);
  // Called after the last stage of a ready asset.
  absl::Status Finish(const JobRecord& job);
  void RemoveSource(const std::string& asset_id);

  // Why the job cannot begin now; nullopt if it can.
  std::optional<JobFailure> Blocked(soci::session& sql, const JobRecord& job, UnixMillis now) const;
  // What the job needs on the disk of the work files, for an upload of `size` bytes.
  int64_t BytesOnDisk(const JobRecord& job, int64_t size) const;
  // What the jobs of this process need there.
  int64_t BytesOfHeldJobs(soci::session& sql) const ABSL_LOCKS_EXCLUDED(mutex_);
  // Stores how a stage failed, or remembers it until the database can store it, and returns why it cannot now.
  absl::Status Record(const JobRecord& job, const absl::Status& failure) ABSL_LOCKS_EXCLUDED(mutex_);
  // Stores the failures that the database could not store before.
  void RecordOverdue() ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status RecordFailure(const JobRecord& job, const absl::Status& failure);
  JobFailure OutageOf(const absl::Status& failure) const;
  // Removes what a stage stored for an asset that was deleted meanwhile.
  absl::Status Forget(const std::string& asset_id);

  // Keeps what the claim has stored, for a transaction that refers to it. CANCELLED if it may be gone.
  absl::Status Keep(Transaction& tx, const JobRecord& job, UnixMillis now) const;
  absl::Status Publish(const JobRecord& job, const ProcessedMedia& media);
  absl::StatusOr<ProcessedMedia> LoadMedia(const std::string& asset_id);
  // Runs `change(tx, now)` in its own transaction.
  absl::Status Write(absl::FunctionRef<absl::Status(Transaction& tx, UnixMillis now)> change);

  const Deps& deps_;
  Processor& processor_;
  UploadStorage& files_;
  const Options options_;

  std::stop_source stop_;
  mutable absl::Mutex mutex_;
  TimedWait changed_;
  uint64_t wakes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  struct Running {
    HeldJob held;
    // Stops the stage.
    std::stop_source stop;
  };
  std::vector<HeldJob> Held() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Claimed jobs until their end is stored.
  std::vector<Running> running_ ABSL_GUARDED_BY(mutex_);
  struct Ended {
    JobRecord job;
    absl::Status failure;
  };
  std::vector<Ended> overdue_ ABSL_GUARDED_BY(mutex_);
  // The queues of which no job can be claimed.
  std::set<JobQueue> failing_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
  std::optional<PeriodicTask> lease_keeper_;
};

}  // namespace academy::catalog
