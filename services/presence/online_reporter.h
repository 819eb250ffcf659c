// Reports the complete list of online learners to auth after each change, so that learners' `status` and `socketId` are
// current.
//
// Thread-safe. Runs its own thread from construction to destruction.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "academy/auth/v1/online.grpc.pb.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/rpc/channel.h"
#include "services/presence/attachments.h"

namespace academy::presence {

class OnlineReporter {
 public:
  // Reports each change of `attachments`, at most once per `interval`, retrying until auth has accepted it. All
  // references must outlive the reporter.
  OnlineReporter(Attachments& attachments, auth::v1::Online::StubInterface& auth, CallIdentity identity,
                 absl::Duration interval);
  ~OnlineReporter();

  OnlineReporter(const OnlineReporter&) = delete;
  OnlineReporter& operator=(const OnlineReporter&) = delete;

  // Reports again, because auth may have lost the list.
  void Notify();

 private:
  absl::Status Report();

  Attachments& attachments_;
  auth::v1::Online::StubInterface& auth_;
  const CallIdentity identity_;
  // A random name of this process.
  const std::string process_;
  // Used only on the task's thread.
  int64_t reports_ = 0;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy::presence
