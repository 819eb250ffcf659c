#include "services/presence/online_reporter.h"

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::presence {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(2);

}  // namespace

OnlineReporter::OnlineReporter(Attachments& attachments, auth::v1::Online::StubInterface& auth, CallIdentity identity,
                               const Options& options)
    : attachments_(attachments),
      auth_(auth),
      identity_(std::move(identity)),
      options_(options),
      begun_(SteadyNow()),
      process_(Hex(RandomBytes(8))),
      task_({.failure = "online list not reported",
             .interval = options.renew,
             .min_pause = options.interval,
             .first_retry = options.interval,
             .max_retry = options.interval},
            [this] { return Report(); }) {
  attachments_.OnChange([this] { Notify(); });
}

OnlineReporter::~OnlineReporter() { attachments_.OnChange(nullptr); }

void OnlineReporter::Notify() { task_.Wake(); }

void OnlineReporter::Stop() {
  attachments_.OnChange(nullptr);
  task_.Stop();
  if (alone()) return;
  if (absl::Status status = GiveUp(); !status.ok()) {
    LogWarning("the right to report who is online was not given up", {{"error", MessageOf(status)}});
  }
}

absl::Status OnlineReporter::GiveUp() {
  // A report without an answer may have been taken or not, so that the number of the next is not known.
  const bool known = term_ != 0 && waiting_.empty();
  if (known) AddReport().set_last(true);
  absl::Status given = known ? SendWaiting() : absl::OkStatus();
  term_ = 0;
  waiting_.clear();
  attachments_.TakeChanges();
  return given;
}

absl::Status OnlineReporter::Report() {
  if (SteadyNow() - begun_ < options_.settle) return absl::OkStatus();
  if (term_ == 0) return Ask();
  if (waiting_.empty()) {
    std::vector<OnlineChange> changes = attachments_.TakeChanges();
    // After that: without edges these are all who were online.
    if (!KnowsWhoIsOnline()) return GiveUp();
    QueueChanges(std::move(changes));
  }
  absl::Status sent = SendWaiting();
  if (!absl::IsAborted(sent)) return sent;
  // Another one reports, or auth has lost the list.
  return Ask();
}

absl::Status OnlineReporter::Ask() {
  waiting_.clear();
  auth::v1::ReportOnlineRequest request;
  if (!KnowsWhoIsOnline()) return GiveUp();
  request.set_process(process_);
  request.set_alone(alone());
  ASSIGN_OR_RETURN(auth::v1::ReportOnlineResponse response, Send(request));
  if (term_ == 0 && response.term() != 0) LogInfo("reporting who is online", {{"term", response.term()}});
  term_ = response.term();
  number_ = 0;
  if (term_ == 0) {
    // Whoever begins does so with the whole list.
    attachments_.TakeChanges();
    return absl::OkStatus();
  }
  std::vector<OnlineLearner> online = attachments_.TakeAll();
  if (!KnowsWhoIsOnline()) return GiveUp();
  QueueAll(std::move(online));
  return SendWaiting();
}

absl::Status OnlineReporter::SendWaiting() {
  while (!waiting_.empty()) {
    if (absl::Status status = Send(waiting_.front()).status(); !status.ok()) {
      if (absl::IsAborted(status)) {
        term_ = 0;
        waiting_.clear();
      }
      return status;
    }
    waiting_.pop_front();
  }
  return absl::OkStatus();
}

void OnlineReporter::QueueAll(std::vector<OnlineLearner> online) {
  size_t left = 0;
  for (OnlineLearner& learner : online) {
    if (left == 0) {
      AddReport();
      left = options_.piece;
    }
    --left;
    auth::v1::ReportOnlineRequest::Entry& entry = *waiting_.back().add_online();
    entry.set_learner_id(std::move(learner.id));
    entry.set_socket_id(std::move(learner.connection_id));
  }
  if (waiting_.empty()) AddReport();
  waiting_.back().set_whole(true);
}

void OnlineReporter::QueueChanges(std::vector<OnlineChange> changes) {
  // A report without a change says that this process is there, and finds out whether auth still has the list.
  AddReport();
  size_t left = options_.piece;
  for (OnlineChange& change : changes) {
    if (left == 0) {
      AddReport();
      left = options_.piece;
    }
    --left;
    if (change.connection_id.empty()) {
      waiting_.back().add_gone_learner_ids(std::move(change.id));
      continue;
    }
    auth::v1::ReportOnlineRequest::Entry& entry = *waiting_.back().add_online();
    entry.set_learner_id(std::move(change.id));
    entry.set_socket_id(std::move(change.connection_id));
  }
}

auth::v1::ReportOnlineRequest& OnlineReporter::AddReport() {
  auth::v1::ReportOnlineRequest& report = waiting_.emplace_back();
  report.set_process(process_);
  report.set_term(term_);
  report.set_number(++number_);
  return report;
}

absl::StatusOr<auth::v1::ReportOnlineResponse> OnlineReporter::Send(const auth::v1::ReportOnlineRequest& request) {
  grpc::ClientContext context;
  PrepareContext(context, identity_, kTimeout);
  auth::v1::ReportOnlineResponse response;
  RETURN_IF_ERROR(FromGrpc(auth_.ReportOnline(&context, request, &response)));
  return response;
}

}  // namespace academy::presence
