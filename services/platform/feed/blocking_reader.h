// Reads a stream of responses on a thread that waits for them.
//
// gRPC's own reader for that (grpc::ClientReader) lets the waiting thread poll for every call of the process: it would
// receive what is for others, and wake another thread for each.
//
// One thread calls the methods; gRPC calls the reactions.
#pragma once

#include <grpcpp/support/client_callback.h>

#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/timed_wait.h"

namespace academy {

template <typename Response>
class BlockingReader final : public grpc::ClientReadReactor<Response> {
 public:
  // Starts the call to which an asynchronous stub has bound this reactor, whose request must still be there. Once and
  // first; Finish must follow.
  void Begin() {
    // Reads begin on the caller's thread, when gRPC has nothing to react to.
    this->AddHold();
    this->StartCall();
  }

  // Blocks until there is a response; false at the end of the stream, or when there was none for `at_most`: see
  // silent(). There is nothing more to read then.
  bool Read(Response& response, absl::Duration at_most = absl::InfiniteDuration()) {
    {
      absl::MutexLock lock(&mutex_);
      read_.reset();
    }
    this->StartRead(&response);
    absl::MutexLock lock(&mutex_);
    silent_ =
        !changed_.Await(mutex_, at_most, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return read_.has_value(); });
    return !silent_ && *read_;
  }

  // Whether the last Read gave up waiting. The call must be cancelled then, and the response live until Finish returns.
  bool silent() const {
    absl::MutexLock lock(&mutex_);
    return silent_;
  }

  // Blocks until the call has ended: after Read returned false, or once it was cancelled.
  grpc::Status Finish() {
    this->RemoveHold();
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](std::optional<grpc::Status>* status) { return status->has_value(); }, &status_));
    return *status_;
  }

  void OnReadDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    read_ = ok;
    changed_.Changed();
  }
  void OnDone(const grpc::Status& status) override {
    absl::MutexLock lock(&mutex_);
    status_ = status;
  }

 private:
  mutable absl::Mutex mutex_;
  // For read_.
  TimedWait changed_;
  bool silent_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether the latest read got a response.
  std::optional<bool> read_ ABSL_GUARDED_BY(mutex_);
  std::optional<grpc::Status> status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
