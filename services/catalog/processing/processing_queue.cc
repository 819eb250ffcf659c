#include "services/catalog/processing/processing_queue.h"

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/media/video_info.h"
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/processing/media_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

// Pause before a stage that failed temporarily is started again.
constexpr absl::Duration kRetryDelay = absl::Seconds(10);
// A full disk takes longer to clear.
constexpr absl::Duration kDiskFullDelay = absl::Minutes(1);
constexpr absl::Duration kMinPause = absl::Milliseconds(100);
// Other processes may add jobs without waking this one.
constexpr absl::Duration kMaxPause = absl::Seconds(30);
constexpr absl::Duration kProgressInterval = absl::Seconds(1);
constexpr char kNoSpace[] = "The video could not be processed: there was no space left on the disk";

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

bool IsDiskFull(const absl::Status& failure) { return DetailOf(failure).reason == "disk_full"; }

}  // namespace

absl::Status ProcessingQueue::Write(absl::FunctionRef<absl::Status(Transaction& tx, UnixMillis now)> change) {
  return deps_.database.Write([&](Transaction& tx) { return change(tx, deps_.clock.Now()); });
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
  return absl::OkStatus();
}

void ProcessingQueue::Wake() {
  absl::MutexLock lock(&mutex_);
  ++wakes_;
}

void ProcessingQueue::Stop() {
  stop_.request_stop();
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

int ProcessingQueue::RunDueJobs() {
  int count = 0;
  while (RunOne(JobQueue::kQuick, stop_.get_token()) || RunOne(JobQueue::kSlow, stop_.get_token())) ++count;
  return count;
}

void ProcessingQueue::Work(JobQueue queue) {
  while (true) {
    uint64_t seen = 0;
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return;
      seen = wakes_;
    }
    if (RunOne(queue, stop_.get_token())) continue;
    absl::Duration pause = UntilNextDue(queue);
    auto woken = [this, seen]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return wakes_ != seen || stopping_; };
    absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(&woken), pause);
  }
}

absl::Duration ProcessingQueue::UntilNextDue(JobQueue queue) {
  using Due = absl::StatusOr<std::optional<UnixMillis>>;
  Due due = deps_.database.Read([&](soci::session& sql) -> Due { return FindNextDue(sql, queue); });
  if (!due.ok() || !due->has_value()) return kMaxPause;
  return std::clamp(absl::Milliseconds(**due - deps_.clock.Now()), kMinPause, kMaxPause);
}

bool ProcessingQueue::RunOne(JobQueue queue, const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  absl::StatusOr<std::optional<JobRecord>> claimed =
      deps_.database.Write([&](Transaction& tx) { return ClaimJob(tx, deps_.feed, queue, deps_.clock.Now()); });
  if (!claimed.ok()) {
    LogError("job queue unreadable", {{"error", MessageOf(claimed.status())}});
    return false;
  }
  if (!claimed->has_value()) return false;
  Run(**claimed, stop);
  // The next stage may belong to the other queue.
  Wake();
  return true;
}

void ProcessingQueue::Run(const JobRecord& job, const std::stop_token& stop) {
  LogInfo("processing", {{"asset", job.asset_id}, {"stage", NameOf(job.stage)}});
  absl::Time begin = absl::Now();
  std::stop_source job_stop;
  std::stop_callback forward(stop, [&] { job_stop.request_stop(); });
  // Why the job was stopped, if not by Stop().
  absl::Status stopped;
  absl::Time last = begin;
  auto on_progress = [&](int percent) {
    if (!stopped.ok() || absl::Now() - last < kProgressInterval) return;
    last = absl::Now();
    stopped = files_.RequireSpace(0);
    absl::Status recorded =
        Write([&](Transaction& tx, UnixMillis now) { return RecordJobProgress(tx, job.asset_id, percent, now); });
    if (absl::IsNotFound(recorded)) stopped = recorded;
    if (!stopped.ok()) job_stop.request_stop();
  };
  Processor::Task task{.asset_id = job.asset_id, .source = files_.PathOf(job.asset_id), .on_progress = on_progress};
  absl::Status result = RunStage(job, task, job_stop.get_token());
  if (!stopped.ok()) result = stopped;
  absl::Status recorded = result.ok() ? absl::OkStatus() : RecordFailure(job, result);
  LogInfo("processed", {{"asset", job.asset_id},
                        {"stage", NameOf(job.stage)},
                        {"seconds", absl::ToDoubleSeconds(absl::Now() - begin)},
                        {"result", MessageOf(result)},
                        {"recorded", MessageOf(recorded)}});
}

absl::Status ProcessingQueue::RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop) {
  switch (job.stage) {
    case Stage::kPrepare:
      return Prepare(task, stop);
    case Stage::kEncode:
      return Encode(task, stop);
    case Stage::kPictures:
      return MakePictures(task, stop);
    case Stage::kLadder:
      break;
  }
  return AddLadder(task, stop);
}

absl::Status ProcessingQueue::Prepare(const Processor::Task& task, const std::stop_token& stop) {
  // The output is about as large as the input.
  absl::StatusOr<int64_t> size = files_.Size(task.asset_id);
  if (!size.ok()) return absl::UnavailableError("the uploaded file cannot be found");
  RETURN_IF_ERROR(files_.RequireSpace(*size));
  ASSIGN_OR_RETURN(std::optional<ProcessedMedia> media, processor_.Copy(task, stop));
  if (media.has_value()) return Publish(task.asset_id, *media);
  return Write([&](Transaction& tx, UnixMillis now) { return AdvanceJob(tx, task.asset_id, Stage::kEncode, now); });
}

absl::Status ProcessingQueue::Encode(const Processor::Task& task, const std::stop_token& stop) {
  RETURN_IF_ERROR(files_.RequireSpace(0));
  ASSIGN_OR_RETURN(ProcessedMedia media, processor_.Encode(task, stop));
  return Publish(task.asset_id, media);
}

absl::Status ProcessingQueue::MakePictures(const Processor::Task& task, const std::stop_token& stop) {
  ASSIGN_OR_RETURN(ProcessedMedia made, LoadMedia(task.asset_id));
  absl::StatusOr<std::string> thumbnails = processor_.MakeThumbnails(task, made, stop);
  // A video without thumbnails is playable, and its smaller sizes are still wanted.
  if (!thumbnails.ok() && !IsMediaError(thumbnails.status())) return thumbnails.status();
  if (thumbnails.ok()) {
    RETURN_IF_ERROR(
        Write([&](Transaction& tx, UnixMillis) { return SetThumbnails(tx.sql(), task.asset_id, *thumbnails); }));
  }
  if (!Processor::NeedsLadder(made)) return Finish(task.asset_id);
  return Write([&](Transaction& tx, UnixMillis now) { return AdvanceJob(tx, task.asset_id, Stage::kLadder, now); });
}

absl::Status ProcessingQueue::AddLadder(const Processor::Task& task, const std::stop_token& stop) {
  RETURN_IF_ERROR(files_.RequireSpace(0));
  ASSIGN_OR_RETURN(ProcessedMedia made, LoadMedia(task.asset_id));
  ASSIGN_OR_RETURN(std::vector<RenditionRecord> added, processor_.AddLadder(task, made, stop));
  RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis) { return AddRenditions(tx.sql(), task.asset_id, added); }));
  return Finish(task.asset_id);
}

absl::Status ProcessingQueue::Finish(const std::string& asset_id) {
  RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis) { return FinishJob(tx, asset_id); }));
  return files_.Remove(asset_id);
}

absl::Status ProcessingQueue::Publish(const std::string& asset_id, const ProcessedMedia& media) {
  return Write([&](Transaction& tx, UnixMillis now) { return PublishMedia(tx, deps_.feed, asset_id, media, now); });
}

absl::StatusOr<ProcessedMedia> ProcessingQueue::LoadMedia(const std::string& asset_id) {
  return deps_.database.Read([&](soci::session& sql) { return FindMedia(sql, asset_id); });
}

absl::Status ProcessingQueue::RecordFailure(const JobRecord& job, const absl::Status& failure) {
  const std::string& id = job.asset_id;
  bool watchable = job.stage == Stage::kPictures || job.stage == Stage::kLadder;
  bool last = job.attempts >= kMaxJobAttempts;
  // Any other failure may be temporary. ClaimJob abandons a stage that was started too often.
  bool final = !absl::IsCancelled(failure) && (IsMediaError(failure) || (last && (watchable || IsDiskFull(failure))));
  absl::Status status;
  if (absl::IsNotFound(failure)) {
    status = failure;
  } else if (!final) {
    status = Postpone(job, failure);
  } else if (watchable) {
    status = Write([&](Transaction& tx, UnixMillis) { return FinishJob(tx, id); });
  } else {
    std::string reason = IsMediaError(failure) ? std::string(MessageOf(failure)) : kNoSpace;
    status = Write([&](Transaction& tx, UnixMillis) { return FailJob(tx, deps_.feed, id, reason); });
  }
  if (absl::IsNotFound(status)) {
    // The blobs of the deleted asset may have been removed before this stage stored the last of them.
    RETURN_IF_ERROR(Write([&](Transaction& tx, UnixMillis now) -> absl::Status {
      ScheduleBlobRemoval(tx.sql(), MediaFolder(id), now);
      return absl::OkStatus();
    }));
    return files_.Remove(id);
  }
  RETURN_IF_ERROR(status);
  return final ? files_.Remove(id) : absl::OkStatus();
}

absl::Status ProcessingQueue::Postpone(const JobRecord& job, const absl::Status& failure) {
  absl::Duration delay = IsDiskFull(failure) ? kDiskFullDelay : kRetryDelay;
  return Write([&](Transaction& tx, UnixMillis now) {
    if (absl::IsCancelled(failure)) return HandBackJob(tx, job.asset_id, now);
    return RetryJob(tx, job.asset_id, now + absl::ToInt64Milliseconds(delay));
  });
}

}  // namespace academy::catalog
