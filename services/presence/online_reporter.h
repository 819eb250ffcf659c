// Tells auth who is online, so that learners' `status` and `socketId` are true: the whole list, when it changed.
//
// Thread-safe. One thread of its own, from construction to destruction.
#pragma once

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "services/common/rpc/channel.h"
#include "services/presence/attachments.h"

namespace academy::presence {

class OnlineReporter {
 public:
  // Reports each change of `attachments`, at most once an `interval`, again and again until auth has taken it. All
  // references must outlive the reporter.
  OnlineReporter(Attachments& attachments, auth::v1::Learners::StubInterface& auth, CallIdentity identity,
                 absl::Duration interval);
  ~OnlineReporter();

  OnlineReporter(const OnlineReporter&) = delete;
  OnlineReporter& operator=(const OnlineReporter&) = delete;

  // Auth may have lost the list.
  void Notify() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Status Report();
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Attachments& attachments_;
  auth::v1::Learners::StubInterface& auth_;
  const CallIdentity identity_;
  const absl::Duration interval_;
  absl::Mutex mutex_;
  bool due_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::presence
