// The exchange that a connection's handler gets.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/connection/body_budget.h"
#include "edge/http/connection/connection_host.h"
#include "edge/http/exchange.h"

namespace academy::http {

class LiveExchange;

// The connection, as its exchange sees it. Calls come without any lock held, on a thread of the host's; what comes for
// a turn that is over does nothing.
class ExchangeOwner {
 public:
  virtual ~ExchangeOwner() = default;
  virtual void Deliver(uint64_t turn, Response answer) = 0;
  virtual void BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) = 0;
  virtual void BeginCollecting(uint64_t turn, bool stranger, std::shared_ptr<LiveExchange> collector,
                               std::function<void()> collected) = 0;
};

// The exchange of one turn. While the handler runs on the connection's own worker, an answer is kept for it; later ones
// travel through the io_context. Thread-safe.
class LiveExchange final : public Exchange, public std::enable_shared_from_this<LiveExchange> {
 public:
  LiveExchange(std::shared_ptr<ConnectionHost> host, std::shared_ptr<ExchangeOwner> owner, uint64_t turn);
  ~LiveExchange() override;

  // Before the handler gets it: `target` has method, path and query; `peer` is the socket's remote address.
  void SetRequest(Request target, Fields fields, const std::string& peer, bool secure);
  // The whole body, with what it has of the budget.
  void TakeBody(std::string body, BodyBudget::Share share);
  // The handler reads it; `share` is for what it keeps.
  void LeaveBody(BodyBudget::Share share);

  // Ends the time in which answers are kept; returns the one there is.
  std::unique_ptr<Response> HandlerReturned() ABSL_LOCKS_EXCLUDED(mutex_);

  void Send(Response answer) override;
  void CollectBody(bool stranger, std::function<void()> done) override;
  bool KeepBody(uint64_t bytes) override;
  void ReadBody(std::shared_ptr<BodySink> sink) override;
  void RunOnFileThread(std::function<void()> job) override;
  void RunOnWorker(std::function<void()> job) override;

 private:
  std::shared_ptr<ServedRecord> RecordOf(const Response& answer, absl::Duration work)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The handler waits for the client's body from now on, or does no more.
  void AwaitClient() ABSL_LOCKS_EXCLUDED(mutex_);
  void ClientCame() ABSL_LOCKS_EXCLUDED(mutex_);
  // The same job, which notes how long it has waited for a thread.
  std::function<void()> Queued(std::function<void()> job);
  class NotedBody;

  const std::shared_ptr<ConnectionHost> host_;
  const std::shared_ptr<ExchangeOwner> owner_;
  const uint64_t turn_;
  const absl::Time began_;
  // Nanoseconds.
  std::atomic<int64_t> queued_ = 0;
  absl::Mutex mutex_;
  // How long its client has been waited for, and since when it is.
  absl::Duration clients_ ABSL_GUARDED_BY(mutex_);
  absl::Time awaited_since_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  bool handling_ ABSL_GUARDED_BY(mutex_) = true;
  std::atomic<bool> answered_ = false;
  std::unique_ptr<Response> inline_answer_ ABSL_GUARDED_BY(mutex_);
  BodyBudget::Share share_;
};

}  // namespace academy::http
