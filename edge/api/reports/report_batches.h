// Sends players' reports of progress to enrollment together, on one stream: while a batch is being written, reports
// collect, and they are the next batch. So there are large batches under load, and no report waits for others.
//
// Thread-safe. Nothing blocks but the destructor.
#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/enrollment/v1/progress_reports.grpc.pb.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class ReportBatches {
 public:
  // More reports do not wait for a batch.
  static constexpr size_t kMaxWaiting = 4096;

  // The serialized UpdateProgressResponse; nullopt if the report must be sent alone, as UpdateProgress: it was not
  // sent, or the stream broke and nobody knows whether it is stored.
  using Answer = absl::StatusOr<std::optional<std::string>>;
  using Done = std::function<void(Answer)>;

  // `enrollment` is the channel to enrollment.
  explicit ReportBatches(const std::shared_ptr<grpc::Channel>& enrollment);
  // Waits until every report has been answered.
  ~ReportBatches();

  ReportBatches(const ReportBatches&) = delete;
  ReportBatches& operator=(const ReportBatches&) = delete;

  // Calls `done` once, on this thread or on one of gRPC's, which it must not block. Errors as the rpc UpdateProgress,
  // and UNAVAILABLE overloaded when too many wait, UNAVAILABLE unavailable when this object goes, DEADLINE_EXCEEDED
  // timeout at `deadline`, by the steady clock. While there is no stream, every report is
  // to be sent alone, and now and then one opens a stream.
  void Send(enrollment::v1::LearnerReport report, absl::Duration deadline, Done done) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  class Stream;
  struct Entry {
    enrollment::v1::LearnerReport report;
    absl::Duration deadline;
    // Null once it was called.
    Done done;
  };
  // What to call once the lock is released.
  using Told = std::vector<std::pair<Done, Answer>>;
  static void Tell(Told told);

  void OpenStream() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Sends the next batch if none is under way.
  void Advance() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Sees to it that OnAlarm runs at `deadline` or before.
  void SetAlarm(absl::Duration deadline) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnAlarm() ABSL_LOCKS_EXCLUDED(mutex_);

  // The stream calls these.
  void OnOpen() ABSL_LOCKS_EXCLUDED(mutex_);
  void OnSent() ABSL_LOCKS_EXCLUDED(mutex_);
  // False if they do not answer the batch.
  bool OnResults(enrollment::v1::ReportResponse& response) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnEnd(const grpc::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);

  enrollment::v1::ProgressReports::Stub stub_;
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Null while there is none.
  std::shared_ptr<Stream> stream_ ABSL_GUARDED_BY(mutex_);
  // Whether enrollment has accepted the stream.
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
  // When the next stream may be opened, and how long after that the one after it.
  absl::Duration next_try_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
  absl::Duration pause_ ABSL_GUARDED_BY(mutex_);
  // Whether gRPC is sending the batch.
  bool sending_ ABSL_GUARDED_BY(mutex_) = false;
  // The batch that is under way, in its order.
  std::vector<Entry> sent_ ABSL_GUARDED_BY(mutex_);
  std::deque<Entry> waiting_ ABSL_GUARDED_BY(mutex_);
  // Null while it is not set. It is set for the earliest deadline there was, so hardly ever again for later ones.
  std::unique_ptr<grpc::Alarm> alarm_ ABSL_GUARDED_BY(mutex_);
  absl::Duration alarm_at_ ABSL_GUARDED_BY(mutex_);
  // Streams and alarms. Last, so that its destructor waits for their callbacks before the rest goes.
  InFlightCalls callbacks_;
};

}  // namespace academy::edge
