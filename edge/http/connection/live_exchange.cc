#include "edge/http/connection/live_exchange.h"

#include <boost/asio/defer.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "absl/time/clock.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/random.h"

namespace academy::http {

LiveExchange::LiveExchange(std::shared_ptr<ConnectionHost> host, std::shared_ptr<ExchangeOwner> owner, uint64_t turn)
    : host_(std::move(host)), owner_(std::move(owner)), turn_(turn), began_(absl::Now()) {}

LiveExchange::~LiveExchange() {
  if (!answered_) {
    Send(FailureResponse(500, "internal", "There are a system error, please try again later", request_.id));
  }
}

void LiveExchange::SetRequest(Request target, Fields fields, const std::string& peer, bool secure) {
  ClientSide client = host_->options.proxies.ClientOf(peer, fields);
  request_ = std::move(target);
  request_.id = NewId(Clock::System().Now());
  request_.remote_address = std::move(client.address);
  request_.secure = secure || client.secure;
  request_.proxied = client.proxied;
  request_.fields = std::move(fields);
  if (host_->hooks.trace) request_.trace = host_->hooks.trace(request_);
}

void LiveExchange::Send(Response answer) {
  {
    absl::MutexLock lock(&mutex_);
    if (answered_) return;
    answered_ = true;
    answer.headers.emplace_back("X-Request-Id", request_.id);
    const ServerHooks& hooks = host_->hooks;
    if (hooks.finish) hooks.finish(answer, request_.secure);
    const absl::Time now = absl::Now();
    if (hooks.observe) hooks.observe(route_, answer.status, now - began_);
    if (awaited_since_ < now) clients_ += now - awaited_since_;
    const absl::Duration work = now - began_ - clients_;
    if (hooks.served != nullptr && (request_.trace.sampled || hooks.served->Wants(answer.status, work))) {
      answer.record = RecordOf(answer, work);
    }
    if (handling_) {
      inline_answer_ = std::make_unique<Response>(std::move(answer));
      return;
    }
  }
  bool has_file = answer.file.is_open();
  auto deliver = [owner = owner_, turn = turn_, late = std::make_shared<Response>(std::move(answer))] {
    owner->Deliver(turn, std::move(*late));
  };
  if (has_file) {
    boost::asio::post(host_->files, std::move(deliver));
  } else {
    // From a worker, it is that worker's next job.
    boost::asio::defer(host_->io, std::move(deliver));
  }
}

std::shared_ptr<ServedRecord> LiveExchange::RecordOf(const Response& answer, absl::Duration work) {
  return std::make_shared<ServedRecord>(host_->hooks.served,
                                        Served{.request_id = request_.id,
                                               .remote_address = request_.remote_address,
                                               .method = request_.method,
                                               .path = request_.path.substr(0, kMaxServedPath),
                                               .route = route_,
                                               .status = answer.status,
                                               .code = answer.code,
                                               .caller = caller_,
                                               .bytes = 0,
                                               .took = absl::ZeroDuration(),
                                               .work = work,
                                               .queued = absl::Nanoseconds(queued_.load()),
                                               .trace = request_.trace},
                                        began_);
}

void LiveExchange::TakeBody(std::string body, BodyBudget::Share share) {
  request_.body = std::move(body);
  share_ = std::move(share);
  body_collected_ = true;
}

void LiveExchange::LeaveBody(BodyBudget::Share share) {
  share_ = std::move(share);
  body_collected_ = false;
}

void LiveExchange::CollectBody(bool stranger, std::function<void()> done) {
  if (body_collected_) return done();
  AwaitClient();
  auto begin = [self = shared_from_this(), stranger, done = std::move(done)]() mutable {
    auto collected = [self, done = std::move(done)] {
      self->ClientCame();
      done();
    };
    self->owner_->BeginCollecting(self->turn_, stranger, self, std::move(collected));
  };
  boost::asio::post(host_->io, std::move(begin));
}

bool LiveExchange::KeepBody(uint64_t bytes) { return share_.GrowTo(bytes); }

// Hands a body on, and notes its end.
class LiveExchange::NotedBody final : public BodySink {
 public:
  NotedBody(std::shared_ptr<LiveExchange> exchange, std::shared_ptr<BodySink> sink)
      : exchange_(std::move(exchange)), sink_(std::move(sink)) {}

  void OnPiece(std::string piece, std::function<void()> next) override {
    sink_->OnPiece(std::move(piece), std::move(next));
  }
  void OnEnd() override {
    exchange_->ClientCame();
    sink_->OnEnd();
  }
  void OnLost() override { sink_->OnLost(); }

 private:
  const std::shared_ptr<LiveExchange> exchange_;
  const std::shared_ptr<BodySink> sink_;
};

void LiveExchange::ReadBody(std::shared_ptr<BodySink> sink) {
  AwaitClient();
  auto noted = std::make_shared<NotedBody>(shared_from_this(), std::move(sink));
  boost::asio::post(host_->io,
                    [owner = owner_, turn = turn_, sink = std::move(noted)] { owner->BeginStream(turn, sink); });
}

void LiveExchange::AwaitClient() {
  absl::MutexLock lock(&mutex_);
  awaited_since_ = absl::Now();
}

void LiveExchange::ClientCame() {
  absl::MutexLock lock(&mutex_);
  clients_ += absl::Now() - std::exchange(awaited_since_, absl::InfiniteFuture());
}

std::function<void()> LiveExchange::Queued(std::function<void()> job) {
  return [self = shared_from_this(), since = absl::Now(), job = std::move(job)] {
    self->queued_ += absl::ToInt64Nanoseconds(absl::Now() - since);
    job();
  };
}

void LiveExchange::RunOnFileThread(std::function<void()> job) {
  boost::asio::post(host_->files, Queued(std::move(job)));
}

void LiveExchange::RunOnWorker(std::function<void()> job) { boost::asio::post(host_->io, Queued(std::move(job))); }

std::unique_ptr<Response> LiveExchange::HandlerReturned() {
  absl::MutexLock lock(&mutex_);
  handling_ = false;
  return std::move(inline_answer_);
}

}  // namespace academy::http
