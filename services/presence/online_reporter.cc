#include "services/presence/online_reporter.h"

#include <utility>

#include "services/common/log.h"
#include "services/common/rpc/grpc_status.h"
#include "services/common/status.h"

namespace academy::presence {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(2);

}  // namespace

OnlineReporter::OnlineReporter(Attachments& attachments, auth::v1::Learners::StubInterface& auth, CallIdentity identity,
                               absl::Duration interval)
    : attachments_(attachments), auth_(auth), identity_(std::move(identity)), interval_(interval) {
  attachments_.OnChange([this] { Notify(); });
  thread_ = std::thread([this] { Run(); });
}

OnlineReporter::~OnlineReporter() {
  attachments_.OnChange(nullptr);
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  thread_.join();
}

void OnlineReporter::Notify() {
  absl::MutexLock lock(&mutex_);
  due_ = true;
}

absl::Status OnlineReporter::Report() {
  grpc::ClientContext context;
  PrepareContext(context, identity_, kTimeout);
  auth::v1::ReportOnlineRequest request;
  for (OnlineLearner& learner : attachments_.Online()) {
    auth::v1::ReportOnlineRequest::Entry& entry = *request.add_online();
    entry.set_learner_id(std::move(learner.id));
    entry.set_socket_id(std::move(learner.connection_id));
  }
  auth::v1::ReportOnlineResponse response;
  return FromGrpc(auth_.ReportOnline(&context, request, &response));
}

void OnlineReporter::Run() {
  bool failing = false;
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(
          +[](OnlineReporter* self)
               ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) { return self->due_ || self->stopping_; },
          this));
      if (stopping_) return;
      due_ = false;
    }
    absl::Status status = Report();
    // One line for the whole time that auth is away.
    if (!status.ok() && !failing) LogWarning("online list not reported", {{"error", MessageOf(status)}});
    failing = !status.ok();
    absl::MutexLock lock(&mutex_);
    if (failing) due_ = true;
    mutex_.AwaitWithTimeout(absl::Condition(&stopping_), interval_);
    if (stopping_) return;
  }
}

}  // namespace academy::presence
