#include "services/catalog/processing_queue.h"

#include <algorithm>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/catalog/media/probe.h"
#include "services/common/log.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

// Before a job that failed for a reason that may pass is tried again.
constexpr UnixMillis kRetryDelay = 10'000;
// A look at the queue at least so often, since other processes may add to it.
constexpr absl::Duration kLongestPause = absl::Seconds(30);
constexpr absl::Duration kProgressInterval = absl::Seconds(1);

}  // namespace

absl::Status ProcessingQueue::Start(int workers) {
  RETURN_IF_ERROR(jobs_.EndOldLeases());
  processor_.RemoveOldJobs();
  for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
  return absl::OkStatus();
}

void ProcessingQueue::Wake() {
  absl::MutexLock lock(&mutex_);
  dirty_ = true;
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
  while (RunOne(stop_.get_token())) ++count;
  return count;
}

void ProcessingQueue::Work() {
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return;
      dirty_ = false;
    }
    if (RunOne(stop_.get_token())) continue;
    absl::Duration pause = kLongestPause;
    absl::StatusOr<std::optional<UnixMillis>> due = jobs_.NextDue();
    if (due.ok() && due->has_value()) {
      pause = std::clamp(absl::Milliseconds(**due - clock_.Now()), absl::Milliseconds(100), kLongestPause);
    }
    absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(
                                +[](ProcessingQueue* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) {
                                  return self->dirty_ || self->stopping_;
                                },
                                this),
                            pause);
  }
}

bool ProcessingQueue::RunOne(const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  absl::StatusOr<std::optional<std::string>> claimed = jobs_.Claim();
  if (!claimed.ok()) {
    LogError("job queue unreadable", {{"error", MessageOf(claimed.status())}});
    return false;
  }
  if (!claimed->has_value()) return false;
  Run(**claimed, stop);
  return true;
}

void ProcessingQueue::Run(const std::string& asset_id, const std::stop_token& stop) {
  LogInfo("processing", {{"asset", asset_id}});
  absl::Time begin = absl::Now();
  std::stop_source job_stop;
  std::stop_callback forward(stop, [&] { job_stop.request_stop(); });
  bool deleted = false;
  absl::Time last = begin;
  auto on_progress = [&](int percent) {
    if (absl::Now() - last < kProgressInterval) return;
    last = absl::Now();
    if (absl::IsNotFound(jobs_.Progress(asset_id, percent))) {
      deleted = true;
      job_stop.request_stop();
    }
  };
  absl::StatusOr<ProcessedMedia> result =
      processor_.Process(asset_id, files_.PathOf(asset_id), on_progress, job_stop.get_token());
  absl::Status recorded = Record(asset_id, result, deleted);
  LogInfo("processed", {{"asset", asset_id},
                        {"seconds", absl::ToDoubleSeconds(absl::Now() - begin)},
                        {"result", MessageOf(result.status())},
                        {"recorded", MessageOf(recorded)}});
}

absl::Status ProcessingQueue::Record(const std::string& asset_id, const absl::StatusOr<ProcessedMedia>& result,
                                     bool deleted) {
  absl::Status status;
  bool done = true;
  if (deleted) {
    status = absl::NotFoundError("the asset was deleted");
  } else if (result.ok()) {
    status = jobs_.Succeed(asset_id, *result);
  } else if (IsMediaError(result.status())) {
    status = jobs_.Fail(asset_id, std::string(MessageOf(result.status())));
  } else if (absl::IsCancelled(result.status())) {
    status = jobs_.GiveBack(asset_id);
    done = false;
  } else {
    status = jobs_.Retry(asset_id, kRetryDelay);
    done = false;
  }
  if (absl::IsNotFound(status)) {
    // Its blobs' removal may have come before we stored them.
    RETURN_IF_ERROR(blobs_.RemoveAll(MediaFolder(asset_id)));
    done = true;
  } else {
    RETURN_IF_ERROR(status);
  }
  return done ? files_.Remove(asset_id) : absl::OkStatus();
}

}  // namespace academy::catalog
