#include "edge/api/reports/report_batches.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <algorithm>

#include "edge/upstream/http_status.h"
#include "services/contracts/progress_reports.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/upstream/deadline.h"

namespace academy::edge {
namespace {

using enrollment::v1::ReportRequest;
using enrollment::v1::ReportResponse;
using enrollment::v1::ReportResult;

constexpr absl::Duration kFirstPause = absl::Milliseconds(100);
constexpr absl::Duration kMaxPause = absl::Seconds(1);
// After an enrollment that does not know the rpc, because it is a release behind.
constexpr absl::Duration kLongPause = absl::Minutes(1);

absl::Status Overloaded() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "overloaded", "The server is busy, please try again"), 1);
}

ReportBatches::Answer AnswerOf(ReportResult& result) {
  if (result.alone()) return std::nullopt;
  if (result.code() == 0) return std::move(*result.mutable_response());
  return FromGrpc(grpc::Status(static_cast<grpc::StatusCode>(result.code()), result.message(), result.detail()));
}

}  // namespace

// One call of Report. Keeps itself alive until OnDone; the batches outlive it.
class ReportBatches::Stream final : public grpc::ClientBidiReactor<ReportRequest, ReportResponse>,
                                    public std::enable_shared_from_this<Stream> {
 public:
  Stream(ReportBatches& batches, InFlightCalls::Hold hold) : hold_(std::move(hold)), batches_(batches) {}

  // One read is always pending, which keeps the call alive for writes from other threads.
  void Begin() {
    self_ = shared_from_this();
    PrepareStreamContext(context_, {.caller = {.kind = CallerKind::kService, .id = "edge"}});
    batches_.stub_.async()->Report(&context_, this);
    StartRead(&response_);
    StartCall();
  }

  ReportRequest& request() { return request_; }
  void Send() { StartWrite(&request_); }
  void Cancel() { context_.TryCancel(); }

  void OnReadInitialMetadataDone(bool ok) override {
    if (ok) batches_.OnOpen();
  }
  void OnWriteDone(bool ok) override {
    // After a failure OnDone follows.
    if (ok) batches_.OnSent();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    if (!batches_.OnResults(response_)) return Cancel();
    StartRead(&response_);
  }
  void OnDone(const grpc::Status& status) override {
    std::shared_ptr<Stream> self = std::move(self_);
    batches_.OnEnd(status);
  }

 private:
  // Destroyed last.
  const InFlightCalls::Hold hold_;
  ReportBatches& batches_;
  std::shared_ptr<Stream> self_;
  grpc::ClientContext context_;
  ReportRequest request_;
  ReportResponse response_;
};

ReportBatches::ReportBatches(const std::shared_ptr<grpc::Channel>& enrollment)
    : stub_(enrollment), pause_(kFirstPause) {}

ReportBatches::~ReportBatches() {
  absl::MutexLock lock(&mutex_);
  stopping_ = true;
  if (stream_ != nullptr) stream_->Cancel();
  if (alarm_ != nullptr) alarm_->Cancel();
}

void ReportBatches::Send(enrollment::v1::LearnerReport report, absl::Duration deadline, Done done) {
  Answer refused = std::nullopt;
  {
    absl::MutexLock lock(&mutex_);
    if (!open_) {
      OpenStream();
    } else if (waiting_.size() >= kMaxWaiting) {
      refused = Overloaded();
    } else {
      waiting_.push_back({.report = std::move(report), .deadline = deadline, .done = std::move(done)});
      Advance();
      return SetAlarm(deadline);
    }
  }
  done(std::move(refused));
}

void ReportBatches::Tell(Told told) {
  for (auto& [done, answer] : told) done(std::move(answer));
}

void ReportBatches::OpenStream() {
  const absl::Duration now = SteadyNow();
  if (stopping_ || stream_ != nullptr || now < next_try_) return;
  next_try_ = now + pause_;
  pause_ = std::min(pause_ * 2, kMaxPause);
  stream_ = std::make_shared<Stream>(*this, callbacks_.Add());
  stream_->Begin();
}

void ReportBatches::Advance() {
  if (!open_ || sending_ || !sent_.empty() || waiting_.empty()) return;
  ReportRequest& request = stream_->request();
  request.Clear();
  while (!waiting_.empty() && request.reports_size() < kMaxReportsAtOnce) {
    sent_.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    *request.add_reports() = std::move(sent_.back().report);
  }
  sending_ = true;
  stream_->Send();
}

void ReportBatches::SetAlarm(absl::Duration deadline) {
  if (stopping_ || (alarm_ != nullptr && alarm_at_ <= deadline)) return;
  alarm_at_ = deadline;
  // It then runs at once, and is set again.
  if (alarm_ != nullptr) return alarm_->Cancel();
  // Another one each time, because an alarm must not be set while its callback runs.
  alarm_ = std::make_unique<grpc::Alarm>();
  alarm_->Set(DeadlineAfter(deadline - SteadyNow()), [this, hold = callbacks_.Add()](bool) { OnAlarm(); });
}

void ReportBatches::OnAlarm() {
  Told told;
  {
    absl::MutexLock lock(&mutex_);
    alarm_ = nullptr;
    const absl::Duration now = SteadyNow();
    absl::Duration next = absl::InfiniteDuration();
    auto expire = [&](Entry& entry) {
      if (!entry.done) return false;
      if (entry.deadline > now) {
        next = std::min(next, entry.deadline);
        return false;
      }
      told.emplace_back(std::exchange(entry.done, nullptr),
                        FromService(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "")));
      return true;
    };
    // What was sent stays in the batch, whose results come in its order.
    for (Entry& entry : sent_) expire(entry);
    std::erase_if(waiting_, expire);
    if (next < absl::InfiniteDuration()) SetAlarm(next);
  }
  Tell(std::move(told));
}

void ReportBatches::OnOpen() {
  absl::MutexLock lock(&mutex_);
  open_ = true;
  pause_ = kFirstPause;
}

void ReportBatches::OnSent() {
  absl::MutexLock lock(&mutex_);
  sending_ = false;
  Advance();
}

bool ReportBatches::OnResults(ReportResponse& response) {
  Told told;
  {
    absl::MutexLock lock(&mutex_);
    if (static_cast<size_t>(response.results_size()) != sent_.size()) {
      LogError("results do not answer the reports", {{"results", response.results_size()}, {"reports", sent_.size()}});
      return false;
    }
    for (size_t i = 0; i < sent_.size(); ++i) {
      if (!sent_[i].done) continue;
      told.emplace_back(std::move(sent_[i].done), AnswerOf(*response.mutable_results(static_cast<int>(i))));
    }
    sent_.clear();
    // Enrollment writes the next batch while these are answered.
    Advance();
  }
  Tell(std::move(told));
  return true;
}

void ReportBatches::OnEnd(const grpc::Status& status) {
  Told told;
  {
    absl::MutexLock lock(&mutex_);
    const bool unknown = status.error_code() == grpc::StatusCode::UNIMPLEMENTED;
    if (unknown) next_try_ = SteadyNow() + kLongPause;
    if (open_ && !unknown && !stopping_) {
      LogInfo("stream of progress reports ended", {{"error", status.error_message()}});
    }
    // Whether a batch that was sent is stored, nobody knows; to store a report again changes nothing. So an enrollment
    // that stops, or is lost, is not noticed while there is another one.
    Answer answer = std::nullopt;
    if (stopping_) answer = FromService(grpc::Status(grpc::StatusCode::UNAVAILABLE, status.error_message()));
    for (Entry& entry : sent_) {
      if (entry.done) told.emplace_back(std::move(entry.done), answer);
    }
    for (Entry& entry : waiting_) told.emplace_back(std::move(entry.done), answer);
    sent_.clear();
    waiting_.clear();
    sending_ = false;
    open_ = false;
    stream_ = nullptr;
  }
  Tell(std::move(told));
}

}  // namespace academy::edge
