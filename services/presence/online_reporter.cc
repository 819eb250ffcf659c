#include "services/presence/online_reporter.h"

#include <utility>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::presence {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(2);

}  // namespace

OnlineReporter::OnlineReporter(Attachments& attachments, auth::v1::Online::StubInterface& auth, CallIdentity identity,
                               absl::Duration interval)
    : attachments_(attachments),
      auth_(auth),
      identity_(std::move(identity)),
      process_(Hex(RandomBytes(8))),
      task_({.failure = "online list not reported",
             .interval = absl::InfiniteDuration(),
             .min_pause = interval,
             .first_retry = interval,
             .max_retry = interval},
            [this] { return Report(); }) {
  attachments_.OnChange([this] { Notify(); });
}

OnlineReporter::~OnlineReporter() { attachments_.OnChange(nullptr); }

void OnlineReporter::Notify() { task_.Wake(); }

absl::Status OnlineReporter::Report() {
  grpc::ClientContext context;
  PrepareContext(context, identity_, kTimeout);
  auth::v1::ReportOnlineRequest request;
  request.set_process(process_);
  // Also of a report that is repeated: its list is newer.
  request.set_number(++reports_);
  for (OnlineLearner& learner : attachments_.Online()) {
    auth::v1::ReportOnlineRequest::Entry& entry = *request.add_online();
    entry.set_learner_id(std::move(learner.id));
    entry.set_socket_id(std::move(learner.connection_id));
  }
  auth::v1::ReportOnlineResponse response;
  return FromGrpc(auth_.ReportOnline(&context, request, &response));
}

}  // namespace academy::presence
