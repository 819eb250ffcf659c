#include "services/catalog/processing/processing_queue.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "services/catalog/assets/asset_record.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/media/video_info.h"
#include "services/catalog/processing/attempts.h"
#include "services/catalog/processing/media_store.h"
#include "services/catalog/uploads/upload_space.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::catalog {
namespace {

constexpr absl::Duration kMinPause = absl::Milliseconds(100);
constexpr absl::Duration kProgressInterval = absl::Seconds(1);
constexpr char kNoSpace[] = "The video could not be processed: there was no space left on the disk";
constexpr char kOutage[] = "The video could not be processed: the academy's storage or programs were not available";
constexpr char kProgramCrashed[] = "The video could not be processed: the program crashed on it";

const char* NameOf(Stage stage) {
  switch (stage) {
    case Stage::kPrepare:
      return "prepare";
    case Stage::kEncode:
      return "encode";
    case Stage::kPictures:
      return "pictures";
    case Stage::kLadder:
      break;
  }
  return "ladder";
}

HeldJob HeldOf(const JobRecord& job) { return {.asset_id = job.asset_id, .claim = job.claim}; }

absl::Status DatabaseFailure(const absl::Status& status) {
  return status.ok() || absl::IsNotFound(status) ? status : WithReason(status, kDatabaseUnavailable);
}

}  // namespace

absl::Status ProcessingQueue::Write(absl::FunctionRef<absl::Status(Transaction& tx, UnixMillis now)> change) {
  return DatabaseFailure(deps_.database.Write([&](Transaction& tx) { return change(tx, deps_.clock.Now()); }));
}

absl::Status ProcessingQueue::Start(int encoders) {
  // No other process can hold a lease in a SQLite database, so jobs left by a crash continue at once.
  if (deps_.database.engine() == Engine::kSqlite) {
    RETURN_IF_ERROR(Write([](Transaction& tx, UnixMillis now) {
      EndLeases(tx.sql(), now);
      return absl::OkStatus();
    }));
  }
  processor_.RemoveOldJobs();
  threads_.emplace_back([this] { Work(JobQueue::kQuick); });
  for (int i = 0; i < encoders; ++i) threads_.emplace_back([this] { Work(JobQueue::kSlow); });
  lease_keeper_.emplace(PeriodicTask::Options{.failure = "leases of processing not renewed",
                                              .interval = kLeaseRenewal,
                                              .first_retry = absl::Seconds(1),
                                              .max_retry = absl::Seconds(1)},
                        [this] { return KeepLeases(); });
  return absl::OkStatus();
}

void ProcessingQueue::Wake() {
  // The workers look for what is committed.
  AfterCommit([this] {
    absl::MutexLock lock(&mutex_);
    ++wakes_;
    changed_.Changed();
  });
}

void ProcessingQueue::Stop() {
  stop_.request_stop();
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  lease_keeper_.reset();
}

std::vector<HeldJob> ProcessingQueue::Held() const {
  absl::MutexLock lock(&mutex_);
  std::vector<HeldJob> held;
  for (const Running& running : running_) held.push_back(running.held);
  return held;
}

absl::Status ProcessingQueue::KeepLeases() {
  const std::vector<HeldJob> held = Held();
  if (held.empty()) return absl::OkStatus();
  std::vector<HeldJob> lost;
  RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis now) {
    lost = RenewLeases(tx, held, now);
    if (!options_.apart) return absl::OkStatus();
    for (const HeldJob& job : held) {
      if (std::find(lost.begin(), lost.end(), job) == lost.end()) ExtendAttempt(tx, job, now);
    }
    return absl::OkStatus();
  }));
  absl::MutexLock lock(&mutex_);
  for (Running& running : running_) {
    // A stage that has just ended is no longer held either, and has nothing left to stop.
    if (std::find(lost.begin(), lost.end(), running.held) != lost.end()) running.stop.request_stop();
  }
  return absl::OkStatus();
}

int ProcessingQueue::RunDueJobs() {
  int count = 0;
  auto ran = [this](JobQueue queue) { return RunOne(queue, stop_.get_token()).value_or(false); };
  while (ran(JobQueue::kQuick) || ran(JobQueue::kSlow)) ++count;
  return count;
}

void ProcessingQueue::Work(JobQueue queue) {
  int failures = 0;
  while (true) {
    uint64_t seen = 0;
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return;
      seen = wakes_;
    }
    absl::StatusOr<bool> ran = RunOne(queue, stop_.get_token());
    failures = ran.ok() ? 0 : failures + 1;
    if (ran.value_or(false)) continue;
    // A database that cannot be written may still say that a job is due.
    absl::Duration pause = failures == 0 ? UntilNextDue(queue) : PauseWithoutDatabase(failures);
    auto woken = [this, seen]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return wakes_ != seen || stopping_; };
    absl::MutexLock lock(&mutex_);
    changed_.Await(mutex_, pause, woken);
  }
}

absl::Duration ProcessingQueue::UntilNextDue(JobQueue queue) {
  using Due = absl::StatusOr<std::optional<UnixMillis>>;
  Due due = deps_.database.Read([&](soci::session& sql) -> Due { return FindNextDue(sql, queue); });
  if (!due.ok() || !due->has_value()) return options_.max_pause;
  return std::clamp(absl::Milliseconds(**due - deps_.clock.Now()), kMinPause, options_.max_pause);
}

absl::StatusOr<bool> ProcessingQueue::RunOne(JobQueue queue, const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  RecordOverdue();
  ClaimRequest request{.queue = queue, .running = Held(), .retry = options_.retry};
  absl::StatusOr<std::optional<JobRecord>> claimed = deps_.database.Write([&](Transaction& tx) {
    UnixMillis now = deps_.clock.Now();
    auto blocked = [&](soci::session& sql, const JobRecord& job) { return Blocked(sql, job, now); };
    absl::StatusOr<std::optional<JobRecord>> job = ClaimJob(tx, deps_.feed, request, blocked, now);
    if (options_.apart && job.ok() && job->has_value()) ReserveAttempt(tx, HeldOf(**job), now);
    return job;
  });
  LogClaim(queue, claimed.status());
  RETURN_IF_ERROR(claimed.status());
  if (!claimed->has_value()) return false;
  std::stop_source job_stop;
  {
    absl::MutexLock lock(&mutex_);
    running_.push_back({.held = HeldOf(**claimed), .stop = job_stop});
  }
  std::stop_callback forward(stop, [&] { job_stop.request_stop(); });
  Run(**claimed, job_stop);
  // The next stage may belong to the other queue.
  Wake();
  return true;
}

void ProcessingQueue::LogClaim(JobQueue queue, const absl::Status& status) {
  const char* name = queue == JobQueue::kQuick ? "quick" : "slow";
  absl::MutexLock lock(&mutex_);
  if (status.ok() && failing_.erase(queue) > 0) LogInfo("jobs can be claimed again", {{"queue", name}});
  if (!status.ok() && failing_.insert(queue).second) {
    LogError("jobs cannot be claimed", {{"queue", name}, {"error", MessageOf(status)}});
  }
}

void ProcessingQueue::Run(const JobRecord& job, std::stop_source job_stop) {
  LogInfo("processing", {{"asset", job.asset_id}, {"stage", NameOf(job.stage)}});
  absl::Duration begin = SteadyNow();
  // Why the job was stopped, if neither by Stop() nor because another worker has it.
  absl::Status stopped;
  absl::Duration last = begin;
  auto on_progress = [&](int percent) {
    if (!stopped.ok() || SteadyNow() - last < kProgressInterval) return;
    last = SteadyNow();
    stopped = files_.RequireSpace(0);
    absl::Status recorded =
        Write([&](Transaction& tx, UnixMillis now) { return RecordJobProgress(tx, job, percent, now); });
    if (absl::IsNotFound(recorded) || absl::IsCancelled(recorded)) stopped = recorded;
    if (!stopped.ok()) job_stop.request_stop();
  };
  auto place = [&](const std::filesystem::path& path, const std::stop_token& stopping) {
    return files_.Place(job.asset_id, path, [&] {
      on_progress(0);
      return !stopping.stop_requested();
    });
  };
  Processor::Task task{.asset_id = job.asset_id,
                       .attempt = options_.apart ? std::to_string(job.claim) : std::string(),
                       .place_source = place,
                       .on_progress = on_progress};
  absl::Status result = RunStage(job, task, job_stop.get_token());
  if (!result.ok() && !stopped.ok()) result = stopped;
  LogInfo("processed", {{"asset", job.asset_id},
                        {"stage", NameOf(job.stage)},
                        {"seconds", absl::ToDoubleSeconds(SteadyNow() - begin)},
                        {"result", MessageOf(result)}});
  if (absl::Status recorded = Record(job, result); !recorded.ok()) {
    LogError("end of a stage not recorded", {{"asset", job.asset_id}, {"error", MessageOf(recorded)}});
  }
}

absl::Status ProcessingQueue::RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop) {
  switch (job.stage) {
    case Stage::kPrepare:
      return Prepare(job, task, stop);
    case Stage::kEncode:
      return Encode(job, task, stop);
    case Stage::kPictures:
      return MakePictures(job, task, stop);
    case Stage::kLadder:
      break;
  }
  return AddLadder(job, task, stop);
}

absl::Status ProcessingQueue::Prepare(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop) {
  ASSIGN_OR_RETURN(std::optional<ProcessedMedia> media, processor_.Copy(task, stop));
  if (media.has_value()) return Publish(job, *media);
  return Write([&](Transaction& tx, UnixMillis now) { return AdvanceJob(tx, job, Stage::kEncode, now); });
}

absl::Status ProcessingQueue::Encode(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop) {
  ASSIGN_OR_RETURN(ProcessedMedia media, processor_.Encode(task, stop));
  return Publish(job, media);
}

absl::Status ProcessingQueue::MakePictures(const JobRecord& job, const Processor::Task& task,
                                           const std::stop_token& stop) {
  ASSIGN_OR_RETURN(ProcessedMedia made, LoadMedia(task.asset_id));
  ASSIGN_OR_RETURN(std::string thumbnails, processor_.MakeThumbnails(task, made, stop));
  absl::Status stored = Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    RETURN_IF_ERROR(StoreThumbnails(tx, job, thumbnails));
    return Keep(tx, job, now);
  });
  RETURN_IF_ERROR(stored);
  if (!Processor::NeedsLadder(made)) return Finish(job);
  return Write([&](Transaction& tx, UnixMillis now) { return AdvanceJob(tx, job, Stage::kLadder, now); });
}

absl::Status ProcessingQueue::AddLadder(const JobRecord& job, const Processor::Task& task,
                                        const std::stop_token& stop) {
  ASSIGN_OR_RETURN(ProcessedMedia made, LoadMedia(task.asset_id));
  // After pictures that failed.
  if (!Processor::NeedsLadder(made)) return Finish(job);
  ASSIGN_OR_RETURN(Processor::Ladder added, processor_.AddLadder(task, made, stop));
  absl::Status stored = Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    RETURN_IF_ERROR(StoreRenditions(tx, job, added.renditions));
    RETURN_IF_ERROR(SetPlaylist(tx.sql(), job.asset_id, added.hls));
    return Keep(tx, job, now);
  });
  RETURN_IF_ERROR(stored);
  return Finish(job);
}

absl::Status ProcessingQueue::Finish(const JobRecord& job) {
  bool whole = false;
  RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    ASSIGN_OR_RETURN(whole, FinishJob(tx, job, now));
    return absl::OkStatus();
  }));
  if (whole) RemoveSource(job.asset_id);
  return absl::OkStatus();
}

void ProcessingQueue::RemoveSource(const std::string& asset_id) {
  absl::Status removed = files_.Remove(asset_id);
  // A start removes what stays.
  if (!removed.ok()) LogWarning("uploaded file not removed", {{"asset", asset_id}, {"error", MessageOf(removed)}});
}

absl::Status ProcessingQueue::Publish(const JobRecord& job, const ProcessedMedia& media) {
  return Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    RETURN_IF_ERROR(PublishMedia(tx, deps_.feed, job, media, now));
    return Keep(tx, job, now);
  });
}

absl::Status ProcessingQueue::Keep(Transaction& tx, const JobRecord& job, UnixMillis now) const {
  return options_.apart ? KeepAttempt(tx, HeldOf(job), now) : absl::OkStatus();
}

absl::StatusOr<ProcessedMedia> ProcessingQueue::LoadMedia(const std::string& asset_id) {
  absl::StatusOr<ProcessedMedia> media =
      deps_.database.Read([&](soci::session& sql) { return FindMedia(sql, asset_id); });
  if (!media.ok()) return DatabaseFailure(media.status());
  return media;
}

std::optional<JobFailure> ProcessingQueue::Blocked(soci::session& sql, const JobRecord& job, UnixMillis now) const {
  absl::StatusOr<int64_t> size = files_.Size(job.asset_id);
  // The disk of the uploads may not be mounted.
  if (absl::IsNotFound(size.status())) return JobFailure{kSourceMissing, kOutage};
  if (!size.ok()) return OutageOf(size.status());
  int64_t needed = BytesOnDisk(job, *size);
  if (needed == 0) return std::nullopt;
  int64_t promised = files_.on_this_disk()
                         ? SumWorkingBytes(sql, /*started=*/true) + BytesUploadsMayAdd(sql, files_, now)
                         : BytesOfHeldJobs(sql);
  absl::Status space = files_.RequireSpace(needed + promised);
  if (space.ok()) return std::nullopt;
  return OutageOf(space);
}

int64_t ProcessingQueue::BytesOnDisk(const JobRecord& job, int64_t size) const {
  // A source that is elsewhere is copied first.
  return WorkingBytes(job.stage, size) + (files_.on_this_disk() ? 0 : size);
}

int64_t ProcessingQueue::BytesOfHeldJobs(soci::session& sql) const {
  int64_t bytes = 0;
  for (const HeldJob& held : Held()) {
    std::optional<JobRecord> job = FindJob(sql, held.asset_id);
    if (job.has_value()) bytes += BytesOnDisk(*job, files_.Size(held.asset_id).value_or(0));
  }
  return bytes;
}

absl::Status ProcessingQueue::Record(const JobRecord& job, const absl::Status& failure) {
  absl::Status recorded = failure.ok() ? failure : RecordFailure(job, failure);
  absl::MutexLock lock(&mutex_);
  if (recorded.ok()) {
    const HeldJob ended = HeldOf(job);
    std::erase_if(running_, [&](const Running& running) { return running.held == ended; });
  } else {
    overdue_.push_back({job, failure});
  }
  return recorded;
}

void ProcessingQueue::RecordOverdue() {
  std::vector<Ended> overdue;
  {
    absl::MutexLock lock(&mutex_);
    overdue.swap(overdue_);
  }
  for (const Ended& ended : overdue) Record(ended.job, ended.failure).IgnoreError();
}

absl::Status ProcessingQueue::RecordFailure(const JobRecord& job, const absl::Status& failure) {
  if (DetailOf(failure).reason == "asset_not_found") return Forget(job.asset_id);
  absl::Status recorded = Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    if (absl::IsCancelled(failure)) return HandBackJob(tx, job, now);
    JobFailure cause{DetailOf(failure).reason, std::string(MessageOf(failure))};
    if (IsMediaError(failure)) return FailJob(tx, deps_.feed, job, cause, now);
    if (absl::IsAborted(failure)) {
      return RetryJob(tx, deps_.feed, job, {cause.reason, kProgramCrashed}, options_.retry, now);
    }
    return PostponeJob(tx, deps_.feed, job, OutageOf(failure), options_.retry, now);
  });
  // The job is another worker's meanwhile.
  if (absl::IsCancelled(recorded)) return absl::OkStatus();
  return absl::IsNotFound(recorded) ? Forget(job.asset_id) : recorded;
}

JobFailure ProcessingQueue::OutageOf(const absl::Status& failure) const {
  std::string reason = DetailOf(failure).reason;
  for (const char* known : {kDatabaseUnavailable, kFfmpegUnavailable, kInterrupted}) {
    if (reason == known) return {reason, kOutage};
  }
  // What could not write does not always know that the disk is full.
  if (reason == kDiskFull || DetailOf(files_.RequireSpace(0)).reason == kDiskFull) return {kDiskFull, kNoSpace};
  return {kStorageUnavailable, kOutage};
}

absl::Status ProcessingQueue::Forget(const std::string& asset_id) {
  RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
    // The blobs may have been removed before this stage stored the last of them.
    ScheduleBlobRemoval(tx.sql(), MediaFolder(asset_id), now);
    return absl::OkStatus();
  }));
  RemoveSource(asset_id);
  return absl::OkStatus();
}

}  // namespace academy::catalog
