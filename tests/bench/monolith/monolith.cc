// monolith DATABASE [THREADS]: answers the calls of the bench `speed` as a monolith would that somebody writes in a
// day: Boost.Beast, SQLite with prepared statements, no hop, nothing remembered between requests. Each thread has its
// own listening socket, event loop and database connection. Prints its port.
#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/bench/monolith/answers.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using academy::bench::Answers;
using academy::bench::Fail;

// A client's connection, which lives while it has something to wait for.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Tcp::socket socket, Answers& answers) : socket_(std::move(socket)), answers_(answers) {
    socket_.set_option(Tcp::no_delay(true));
  }

  void Read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](beast::error_code failed, size_t) {
      if (!failed) self->Respond();
    });
  }

 private:
  void Respond() {
    response_ = {};
    // Boost 1.74 has a string_view of its own.
    auto target = request_.target();
    auto authorization = request_[http::field::authorization];
    response_.result(static_cast<unsigned>(
        answers_.To({target.data(), target.size()}, {authorization.data(), authorization.size()}, response_.body())));
    response_.set(http::field::content_type, "application/json; charset=utf-8");
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("X-Request-Id", std::to_string(++requests_));
    response_.keep_alive(request_.keep_alive());
    response_.prepare_payload();
    http::async_write(socket_, response_, [self = shared_from_this()](beast::error_code failed, size_t) {
      if (!failed && self->response_.keep_alive()) self->Read();
    });
  }

  Tcp::socket socket_;
  Answers& answers_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
  uint64_t requests_ = 0;
};

// A thread's listening socket and event loop.
class Worker {
 public:
  Worker(const std::string& database, uint16_t port) : answers_(database), acceptor_(io_) {
    Tcp::endpoint address(asio::ip::address_v4::loopback(), port);
    acceptor_.open(address.protocol());
    int yes = 1;
    ::setsockopt(acceptor_.native_handle(), SOL_SOCKET, SO_REUSEPORT, &yes, sizeof(yes));
    acceptor_.bind(address);
    acceptor_.listen();
    Accept();
  }

  uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void Run() { io_.run(); }

 private:
  void Accept() {
    acceptor_.async_accept([this](beast::error_code failed, Tcp::socket socket) {
      if (!failed) std::make_shared<Connection>(std::move(socket), answers_)->Read();
      Accept();
    });
  }

  Answers answers_;
  asio::io_context io_{1};
  Tcp::acceptor acceptor_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) Fail("usage: monolith DATABASE [THREADS]");
  int count = argc == 3 ? std::atoi(argv[2]) : 2;
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < count; ++i) {
    workers.push_back(std::make_unique<Worker>(argv[1], workers.empty() ? 0 : workers.front()->port()));
  }
  std::printf("%d\n", workers.front()->port());
  std::fflush(stdout);
  std::vector<std::thread> threads;
  for (const auto& worker : workers) threads.emplace_back([&worker] { worker->Run(); });
  for (std::thread& thread : threads) thread.join();
}
