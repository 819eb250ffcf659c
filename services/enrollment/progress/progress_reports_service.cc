#include "services/enrollment/progress/progress_reports_service.h"

#include <optional>
#include <string>
#include <utility>

#include "services/contracts/progress_reports.h"
#include "services/enrollment/progress/recorded_reports.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::enrollment {
namespace {

using Reactor = grpc::ServerBidiReactor<v1::ReportRequest, v1::ReportResponse>;

absl::Status Overloaded() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "overloaded", "The server is busy, please try again"), 1);
}

absl::Status TooMany() {
  return ValidationError(
      {{"reports", "too_many", "At most " + std::to_string(kMaxReportsAtOnce) + " can be given at once"}});
}

void Fill(const absl::Status& status, v1::ReportResult& result) {
  result.set_code(static_cast<int>(status.code()));
  result.set_message(std::string(MessageOf(status)));
  result.set_detail(SerializeDetail(status));
}

MetricCounter* CounterIn(Metrics* metrics, const char* name, const char* help) {
  return metrics == nullptr ? nullptr : &metrics->Counter(name, help);
}

// A call that is refused at once.
class RefusedStream final : public Reactor {
 public:
  explicit RefusedStream(const absl::Status& status) { Finish(ToGrpc(status)); }
  void OnDone() override { delete this; }
};

}  // namespace

// One edge's stream. It reads a request, writes it on a thread that may wait, answers it and reads the next. Deletes
// itself when it is over, which it never is while a batch is at work.
class ProgressReportsService::Stream final : public Reactor {
 public:
  explicit Stream(ProgressReportsService& service) : service_(service) {
    bool taken = service_.Add(this);
    absl::MutexLock lock(&mutex_);
    if (!taken) leaving_ = true;
    if (leaving_) {
      End(Stopping());
    } else {
      // Tells the edge that it may send.
      StartSendInitialMetadata();
      StartRead(&request_);
    }
  }

  // Ends the stream as soon as no batch is at work.
  void Leave() ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    leaving_ = true;
    if (!at_work_) End(Stopping());
  }

  void OnReadDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    if (ended_) return;
    // The edge has closed its side or disconnected.
    if (!ok) return End(absl::OkStatus());
    if (request_.reports_size() > kMaxReportsAtOnce) return End(TooMany());
    at_work_ = true;
    if (service_.executor_.TrySubmit([this] { Work(); })) return;
    response_.Clear();
    for (int i = 0; i < request_.reports_size(); ++i) Fill(Overloaded(), *response_.add_results());
    StartWrite(&response_);
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    at_work_ = false;
    if (!ok || cancelled_) return End(Gone());
    if (leaving_) return End(Stopping());
    StartRead(&request_);
  }

  void OnCancel() override {
    absl::MutexLock lock(&mutex_);
    cancelled_ = true;
    if (!at_work_) End(Gone());
  }

  void OnDone() override {
    service_.Remove(this);
    // Whoever called Finish has left the lock.
    { absl::MutexLock lock(&mutex_); }
    delete this;
  }

 private:
  static absl::Status Stopping() {
    return Error(absl::StatusCode::kUnavailable, "unavailable", "The service is stopping");
  }
  static absl::Status Gone() { return absl::CancelledError("the edge has gone"); }

  void Work() ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      // The edge has given these reports up, and their players may send them again.
      if (cancelled_) return End(Gone());
    }
    response_ = service_.Record(request_);
    absl::MutexLock lock(&mutex_);
    if (cancelled_) return End(Gone());
    StartWrite(&response_);
  }

  void End(const absl::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!std::exchange(ended_, true)) Finish(ToGrpc(status));
  }

  ProgressReportsService& service_;
  // Belong to gRPC while it reads or writes, and to the batch at work in between.
  v1::ReportRequest request_;
  v1::ReportResponse response_;
  absl::Mutex mutex_;
  // From a request's arrival until its answer is sent.
  bool at_work_ ABSL_GUARDED_BY(mutex_) = false;
  bool leaving_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
};

ProgressReportsService::ProgressReportsService(const Deps& deps, Metrics* metrics)
    : deps_(deps),
      reports_(CounterIn(metrics, "academy_progress_reports_total", "Progress reports that came in batches")),
      batches_(CounterIn(metrics, "academy_progress_batches_total", "Batches of progress reports")) {}

Reactor* ProgressReportsService::Report(grpc::CallbackServerContext* context) {
  static const RpcMethod rpc = FindRpcMethod(v1::ReportRequest::descriptor(), "Report");
  absl::StatusOr<Caller> caller = deps_.rpc.CallerOf(*context, rpc);
  if (!caller.ok()) return new RefusedStream(caller.status());
  return new Stream(*this);
}

void ProgressReportsService::EndAll() {
  absl::MutexLock lock(&mutex_);
  ending_ = true;
  for (Stream* stream : streams_) stream->Leave();
}

v1::ReportResponse ProgressReportsService::Record(const v1::ReportRequest& request) {
  if (batches_ != nullptr) batches_->Add();
  if (reports_ != nullptr) reports_->Add(request.reports_size());
  v1::ReportResponse response;
  for (const std::optional<absl::StatusOr<v1::UpdateProgressResponse>>& result :
       RecordReports(deps_, request.reports())) {
    v1::ReportResult& told = *response.add_results();
    if (!result.has_value()) {
      told.set_alone(true);
    } else if (result->ok()) {
      (*result)->SerializeToString(told.mutable_response());
    } else {
      Fill(result->status(), told);
    }
  }
  return response;
}

bool ProgressReportsService::Add(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  if (!ending_) streams_.insert(stream);
  return !ending_;
}

void ProgressReportsService::Remove(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  streams_.erase(stream);
}

}  // namespace academy::enrollment
