// Reports who is online to auth, so that learners' `status` and `socketId` are current: the whole list first, then the
// differences. Of several presences one reports, the one that auth has granted it to; the others ask now and then, and
// take over when it is silent. One without edges knows nothing, and leaves it to the others.
//
// Thread-safe. Runs its own thread from construction to Stop.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/auth/v1/online.grpc.pb.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/rpc/channel.h"
#include "services/presence/attachments.h"

namespace academy::presence {

class OnlineReporter {
 public:
  struct Options {
    // Changes are reported at most once in this time.
    absl::Duration interval = absl::Seconds(1);
    // How often to report, or to ask for the right to, without a change: less than the lease that auth grants. Infinite
    // if there is no other presence.
    absl::Duration renew = absl::InfiniteDuration();
    // How long to ask for nothing after the start, because not all edges have attached yet.
    absl::Duration settle = absl::ZeroDuration();
    // The most changes in one message.
    size_t piece = 10'000;
  };

  // Retries each report until auth has accepted or refused it. All references must outlive the reporter.
  OnlineReporter(Attachments& attachments, auth::v1::Online::StubInterface& auth, CallIdentity identity,
                 const Options& options);
  ~OnlineReporter();

  OnlineReporter(const OnlineReporter&) = delete;
  OnlineReporter& operator=(const OnlineReporter&) = delete;

  // Reports again, because auth may have lost the list.
  void Notify();

  // Reports no more. If there may be others, gives the right to them, so that nobody is offline for a stopping
  // presence.
  void Stop();

 private:
  absl::Status Report();
  bool alone() const { return options_.renew == absl::InfiniteDuration(); }
  bool KnowsWhoIsOnline() const { return alone() || attachments_.HasEdges(); }
  // Leaves the right, if it has it, and the list.
  absl::Status GiveUp();
  // Asks for the right, and begins with the whole list if it is granted.
  absl::Status Ask();
  absl::Status SendWaiting();
  void QueueAll(std::vector<OnlineLearner> online);
  void QueueChanges(std::vector<OnlineChange> changes);
  // A report of the term, the next one, at the end of those that wait.
  auth::v1::ReportOnlineRequest& AddReport();
  absl::StatusOr<auth::v1::ReportOnlineResponse> Send(const auth::v1::ReportOnlineRequest& request);

  Attachments& attachments_;
  auth::v1::Online::StubInterface& auth_;
  const CallIdentity identity_;
  const Options options_;
  const absl::Duration begun_;
  // A random name of this process.
  const std::string process_;
  // Used only on the task's thread, and after its end. Term 0: another one reports.
  int64_t term_ = 0;
  int64_t number_ = 0;
  // Those that auth has not answered, in order.
  std::deque<auth::v1::ReportOnlineRequest> waiting_;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy::presence
