// A connection's end of the exchange that its handler gets. Internal to edge/http.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/connection.h"
#include "edge/http/exchange.h"

namespace academy::http {

// The exchange of one turn. While the handler runs on the connection's own worker, an answer is kept for it; later ones
// travel through the io_context. Thread-safe.
class Connection::LiveExchange final : public Exchange {
 public:
  LiveExchange(std::shared_ptr<Connection> connection, uint64_t turn);
  ~LiveExchange() override;

  void Send(Response answer) override;
  void ReadBody(std::shared_ptr<BodySink> sink) override;
  void RunOnFileThread(std::function<void()> job) override;

  // Ends the time in which answers are kept; returns the one there is.
  std::unique_ptr<Response> HandlerReturned() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const std::shared_ptr<Connection> connection_;
  const uint64_t turn_;
  const absl::Time began_;
  absl::Mutex mutex_;
  bool handling_ ABSL_GUARDED_BY(mutex_) = true;
  std::atomic<bool> answered_ = false;
  std::unique_ptr<Response> inline_answer_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::http
