#include "edge/http/connection_exchange.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "absl/time/clock.h"

namespace academy::http {

Connection::LiveExchange::LiveExchange(std::shared_ptr<Connection> connection, uint64_t turn)
    : connection_(std::move(connection)), turn_(turn), began_(absl::Now()) {}

Connection::LiveExchange::~LiveExchange() {
  if (!answered_)
    Send(FailureResponse(500, "internal", "There are a system error, please try again later", request_.id));
}

void Connection::LiveExchange::Send(Response answer) {
  {
    absl::MutexLock lock(&mutex_);
    if (answered_) return;
    answered_ = true;
    answer.headers.emplace_back("X-Request-Id", request_.id);
    const ServerHooks& hooks = connection_->host_->hooks;
    if (hooks.finish) hooks.finish(answer, request_.secure);
    if (hooks.observe) hooks.observe(route_, answer.status, absl::Now() - began_);
    if (handling_) {
      inline_answer_ = std::make_unique<Response>(std::move(answer));
      return;
    }
  }
  bool has_file = answer.file.is_open();
  auto deliver = [connection = connection_, turn = turn_, late = std::make_shared<Response>(std::move(answer))] {
    connection->Deliver(turn, std::move(*late));
  };
  if (has_file) {
    boost::asio::post(connection_->host_->files, std::move(deliver));
  } else {
    boost::asio::post(connection_->host_->io, std::move(deliver));
  }
}

void Connection::LiveExchange::ReadBody(std::shared_ptr<BodySink> sink) {
  boost::asio::post(connection_->host_->io, [connection = connection_, turn = turn_, sink = std::move(sink)] {
    connection->BeginStream(turn, sink);
  });
}

void Connection::LiveExchange::RunOnFileThread(std::function<void()> job) {
  boost::asio::post(connection_->host_->files, std::move(job));
}

std::unique_ptr<Response> Connection::LiveExchange::HandlerReturned() {
  absl::MutexLock lock(&mutex_);
  handling_ = false;
  return std::move(inline_answer_);
}

}  // namespace academy::http
