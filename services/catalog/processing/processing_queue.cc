#include "services/catalog/processing/processing_queue.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/catalog/media/probe.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

// Before a stage that failed for a reason that may pass is tried again.
constexpr UnixMillis kRetryDelay = 10'000;
// A full disk takes longer.
constexpr UnixMillis kDiskFullDelay = 60'000;
// A look at the queue at least so often, since other processes may add to it.
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

}  // namespace

absl::Status ProcessingQueue::Start(int encoders) {
  RETURN_IF_ERROR(jobs_.EndOldLeases());
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
    absl::Duration pause = kMaxPause;
    absl::StatusOr<std::optional<UnixMillis>> due = jobs_.NextDue(queue);
    if (due.ok() && due->has_value()) {
      pause = std::clamp(absl::Milliseconds(**due - clock_.Now()), absl::Milliseconds(100), kMaxPause);
    }
    auto woken = [this, seen]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return wakes_ != seen || stopping_; };
    absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(&woken), pause);
  }
}

bool ProcessingQueue::RunOne(JobQueue queue, const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  absl::StatusOr<std::optional<JobRecord>> claimed = jobs_.Claim(queue);
  if (!claimed.ok()) {
    LogError("job queue unreadable", {{"error", MessageOf(claimed.status())}});
    return false;
  }
  if (!claimed->has_value()) return false;
  Run(**claimed, stop);
  // The next stage may be the other queue's.
  Wake();
  return true;
}

void ProcessingQueue::Run(const JobRecord& job, const std::stop_token& stop) {
  LogInfo("processing", {{"asset", job.asset_id}, {"stage", NameOf(job.stage)}});
  absl::Time begin = absl::Now();
  std::stop_source job_stop;
  std::stop_callback forward(stop, [&] { job_stop.request_stop(); });
  // Why it was stopped, when it was not by our own end.
  absl::Status stopped;
  absl::Time last = begin;
  auto on_progress = [&](int percent) {
    if (!stopped.ok() || absl::Now() - last < kProgressInterval) return;
    last = absl::Now();
    stopped = files_.RequireSpace(0);
    if (absl::Status status = jobs_.Progress(job.asset_id, percent); absl::IsNotFound(status)) stopped = status;
    if (!stopped.ok()) job_stop.request_stop();
  };
  Processor::Task task{.asset_id = job.asset_id, .source = files_.PathOf(job.asset_id), .on_progress = on_progress};
  absl::Status result = RunStage(job, task, job_stop.get_token());
  if (!stopped.ok()) result = stopped;
  absl::Status recorded = result.ok() ? absl::OkStatus() : Record(job, result);
  LogInfo("processed", {{"asset", job.asset_id},
                        {"stage", NameOf(job.stage)},
                        {"seconds", absl::ToDoubleSeconds(absl::Now() - begin)},
                        {"result", MessageOf(result)},
                        {"recorded", MessageOf(recorded)}});
}

absl::Status ProcessingQueue::RunStage(const JobRecord& job, const Processor::Task& task, const std::stop_token& stop) {
  const std::string& id = job.asset_id;
  switch (job.stage) {
    case Stage::kPrepare: {
      // What it makes is about as large as what it reads.
      absl::StatusOr<int64_t> size = files_.Size(id);
      if (!size.ok()) return absl::UnavailableError("the uploaded file cannot be found");
      RETURN_IF_ERROR(files_.RequireSpace(*size));
      ASSIGN_OR_RETURN(std::optional<ProcessedMedia> media, processor_.Copy(task, stop));
      return media.has_value() ? jobs_.Publish(id, *media) : jobs_.Advance(id, Stage::kEncode);
    }
    case Stage::kEncode: {
      RETURN_IF_ERROR(files_.RequireSpace(0));
      ASSIGN_OR_RETURN(ProcessedMedia media, processor_.Encode(task, stop));
      return jobs_.Publish(id, media);
    }
    case Stage::kPictures: {
      ASSIGN_OR_RETURN(ProcessedMedia made, jobs_.Made(id));
      absl::StatusOr<std::string> thumbnails = processor_.MakeThumbnails(task, made, stop);
      // A video without thumbnails is still a video, and its sizes are still wanted.
      if (!thumbnails.ok() && !IsMediaError(thumbnails.status())) return thumbnails.status();
      if (thumbnails.ok()) RETURN_IF_ERROR(jobs_.SetThumbnails(id, *thumbnails));
      if (Processor::WantsLadder(made)) return jobs_.Advance(id, Stage::kLadder);
      break;
    }
    case Stage::kLadder: {
      RETURN_IF_ERROR(files_.RequireSpace(0));
      ASSIGN_OR_RETURN(ProcessedMedia made, jobs_.Made(id));
      ASSIGN_OR_RETURN(std::vector<RenditionRecord> added, processor_.AddLadder(task, made, stop));
      RETURN_IF_ERROR(jobs_.AddRenditions(id, added));
      break;
    }
  }
  RETURN_IF_ERROR(jobs_.Finish(id));
  return RemoveSource(id);
}

absl::Status ProcessingQueue::Record(const JobRecord& job, const absl::Status& failure) {
  const std::string& id = job.asset_id;
  bool watchable = job.stage == Stage::kPictures || job.stage == Stage::kLadder;
  bool last = job.attempts >= JobStore::kMaxAttempts;
  bool disk_full = DetailOf(failure).reason == "disk_full";
  absl::Status status;
  bool done = true;
  if (absl::IsNotFound(failure)) {
    status = failure;
  } else if (absl::IsCancelled(failure)) {
    status = jobs_.GiveBack(id);
    done = false;
  } else if (watchable && (last || IsMediaError(failure))) {
    status = jobs_.Finish(id);
  } else if (IsMediaError(failure)) {
    status = jobs_.Fail(id, std::string(MessageOf(failure)));
  } else if (last && disk_full) {
    status = jobs_.Fail(id, kNoSpace);
  } else {
    status = jobs_.Retry(id, disk_full ? kDiskFullDelay : kRetryDelay);
    done = false;
  }
  if (absl::IsNotFound(status)) {
    // Its blobs' removal may have come before we stored them.
    RETURN_IF_ERROR(blobs_.RemoveAll(MediaFolder(id)));
    done = true;
  } else {
    RETURN_IF_ERROR(status);
  }
  return done ? RemoveSource(id) : absl::OkStatus();
}

}  // namespace academy::catalog
