// The front door over real sockets.
#include "edge/http/server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "edge/http/testing/http_client.h"
#include "edge/http/testing/server_fixture.h"
#include "services/platform/testing/backward_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::http {
namespace {

using edge::HttpClient;
using edge::HttpResponse;

TEST_F(ServerTest, OneConnectionServesManyRequests) {
  Start();
  HttpClient client(port_);
  for (int i = 0; i < 20; ++i) {
    HttpResponse response = client.Call("POST", "/n" + std::to_string(i), {}, "body");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "POST /n" + std::to_string(i) + " body");
    EXPECT_FALSE(response.fields["x-request-id"].empty());
  }
  EXPECT_EQ(server_->Stats().accepted, 1u);
}

TEST_F(ServerTest, PipelinedRequestsAreAllAnsweredInOrder) {
  Start();
  HttpClient client(port_);
  std::string bytes;
  for (int i = 0; i < 5; ++i) bytes += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  client.Send(bytes);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client.Read().body, "GET /" + std::to_string(i) + " ");
}

TEST_F(ServerTest, MoreConnectionsThanWorkersAreServed) {
  Start();
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 100; ++i) clients.push_back(std::make_unique<HttpClient>(port_));
  for (auto& client : clients) EXPECT_EQ(client->Call("GET", "/").status, 200);
}

TEST_F(ServerTest, UnfinishedHeadsAndBodiesHoldNobodyUp) {
  Start();
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 60; ++i) {
    slow.push_back(std::make_unique<HttpClient>(port_));
    slow.back()->Send(i % 2 == 0 ? "GET / HT" : "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf");
  }
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
}

TEST_F(ServerTest, ASlowHeadOrBodyIsEndedWith408) {
  options_.head_timeout = absl::Milliseconds(50);
  options_.body_timeout = absl::ZeroDuration();
  Start();
  EXPECT_EQ(Raw("GET / HTTP/1.1\r\nHo").status, 408);
  EXPECT_EQ(Raw("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf").status, 408);
}

TEST_F(ServerTest, AClockThatIsSetBackLeavesASlowClientNoMoreTime) {
  options_.head_timeout = absl::Milliseconds(50);
  Start();
  BackwardClock clock;
  EXPECT_EQ(Raw("GET / HTTP/1.1\r\nHo").status, 408);
}

TEST_F(ServerTest, AnIdleConnectionIsClosedWithoutAWord) {
  options_.idle_timeout = absl::Milliseconds(50);
  Start();
  EXPECT_EQ(Raw("").status, 0);
}

TEST_F(ServerTest, ABodyOverTheCapIs413HoweverItIsFramed) {
  Start();
  EXPECT_EQ(Raw("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000000\r\n\r\n").status, 413);
  std::string chunk = "400\r\n" + std::string(0x400, 'x') + "\r\n";
  EXPECT_EQ(Raw("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk).status, 413);
  EXPECT_EQ(Raw("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n").status, 200);
}

TEST_F(ServerTest, AClientThatSendsOnAfterItsRefusalStallsAndStillReadsIt) {
  options_.linger_timeout = absl::Seconds(30);
  Start();
  HttpClient client(port_);
  client.Send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_TRUE(client.SendUntilStalled("10000\r\n" + std::string(0x10000, 'x') + "\r\n"));
  EXPECT_EQ(client.Read().status, 413);
}

TEST_F(ServerTest, ARequestHiddenInAGetsBodyIsNotExecuted) {
  std::atomic<int> handled = 0;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    ++handled;
    Echo(exchange);
  };
  Start();
  std::string hidden = "POST /hidden HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
  HttpResponse response =
      Raw("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(hidden.size()) + "\r\n\r\n" + hidden);
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.fields["connection"], "close");
  EXPECT_EQ(handled, 0);
}

TEST_F(ServerTest, TwoHundredThousandHeadersAre431) {
  Start();
  HttpClient client(port_);
  std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (int i = 0; i < 3000; ++i) bytes += "X: a\r\n";
  client.Send(bytes);
  EXPECT_EQ(client.Read().status, 431);
}

TEST_F(ServerTest, AForgedRemoteAddressIsNotThePeer) {
  hooks_.handle = [](std::shared_ptr<Exchange> exchange) {
    Response answer;
    answer.body = exchange->request().remote_address;
    exchange->Send(std::move(answer));
  };
  Start();
  EXPECT_EQ(HttpClient(port_).Call("GET", "/", {"REMOTE_ADDR: 6.6.6.6", "X-Forwarded-For: 6.6.6.6"}).body, "127.0.0.1");
}

TEST_F(ServerTest, HeadHasTheLengthOfTheBodyThatItDoesNotHave) {
  Start();
  HttpClient client(port_);
  client.Send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n");
  HttpResponse response = client.Read(/*head_only=*/true);
  EXPECT_EQ(response.fields["content-length"], std::to_string(std::string("HEAD /abc ").size()));
  EXPECT_EQ(client.Call("GET", "/after").body, "GET /after ");
}

TEST_F(ServerTest, AWaitingClientIsToldToContinue) {
  Start();
  HttpClient client(port_);
  client.Send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.Read(/*head_only=*/true).status, 100);
  client.Send("ok");
  EXPECT_EQ(client.Read().body, "POST / ok");
}

TEST_F(ServerTest, AnAnswerMayComeLaterFromAnotherThread) {
  std::vector<std::thread> threads;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) { threads.emplace_back([exchange] { Echo(exchange); }); };
  Start();
  EXPECT_EQ(HttpClient(port_).Call("POST", "/later", {}, "x").body, "POST /later x");
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ServerTest, PipelinedRequestsAreAnsweredInOrderFromOtherThreads) {
  absl::Mutex mutex;
  std::vector<std::thread> threads;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    absl::MutexLock lock(&mutex);
    threads.emplace_back([exchange] { Echo(exchange); });
  };
  Start();
  HttpClient client(port_);
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  client.Send(bytes + "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.Read().body, "GET /" + std::to_string(i) + " ");
  EXPECT_EQ(client.Read().body, "GET /last ");
  EXPECT_EQ(client.Read().status, 0) << "closed";
  absl::MutexLock lock(&mutex);
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ServerTest, AnExchangeDroppedUnansweredIs500) {
  hooks_.handle = [](std::shared_ptr<Exchange>) {};
  Start();
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 500);
}

// A sink that asks for the next piece only when the test says so.
class HeldSink final : public BodySink {
 public:
  explicit HeldSink(std::shared_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}

  void OnPiece(std::string piece, std::function<void()> next) override {
    absl::MutexLock lock(&mutex_);
    size_ += piece.size();
    next_ = std::move(next);
  }
  void OnEnd() override {
    absl::MutexLock lock(&mutex_);
    Response answer;
    answer.body = std::to_string(size_);
    exchange_->Send(std::move(answer));
  }
  void OnLost() override { lost_.Notify(); }

  // Waits for a piece and lets the next one come. Returns everything received so far.
  size_t TakeOne() {
    std::function<void()> next;
    size_t size = 0;
    {
      absl::MutexLock lock(&mutex_);
      auto has_piece = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return next_ != nullptr; };
      mutex_.Await(absl::Condition(&has_piece));
      next = std::exchange(next_, nullptr);
      size = size_;
    }
    next();
    return size;
  }
  void AwaitLost() { lost_.WaitForNotification(); }

 private:
  const std::shared_ptr<Exchange> exchange_;
  absl::Mutex mutex_;
  size_t size_ ABSL_GUARDED_BY(mutex_) = 0;
  std::function<void()> next_ ABSL_GUARDED_BY(mutex_);
  absl::Notification lost_;
};

class StreamTest : public ServerTest {
 protected:
  StreamTest() {
    hooks_.handle = [this](std::shared_ptr<Exchange> exchange) {
      auto sink = std::make_shared<HeldSink>(exchange);
      exchange->ReadBody(sink);
      absl::MutexLock lock(&mutex_);
      sink_ = std::move(sink);
    };
  }

  std::shared_ptr<HeldSink> AwaitSink() {
    absl::MutexLock lock(&mutex_);
    auto has_sink = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return sink_ != nullptr; };
    mutex_.Await(absl::Condition(&has_sink));
    return std::exchange(sink_, nullptr);
  }

  absl::Mutex mutex_;
  std::shared_ptr<HeldSink> sink_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(StreamTest, ALargeBodyComesInPiecesAndNoFasterThanItIsTaken) {
  Start();
  constexpr size_t kSize = 3 * 1024 * 1024;
  std::thread client([this] {
    EXPECT_EQ(HttpClient(port_).Call("POST", "/stream", {}, std::string(kSize, 'x')).body, std::to_string(kSize));
  });
  std::shared_ptr<HeldSink> sink = AwaitSink();
  size_t before = 0;
  while (before < kSize) {
    size_t now = sink->TakeOne();
    EXPECT_LE(now - before, 256u * 1024);
    before = now;
  }
  client.join();
}

TEST_F(StreamTest, AClientThatGoesAwayIsReported) {
  Start();
  HttpClient client(port_);
  client.Send("POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf");
  std::shared_ptr<HeldSink> sink = AwaitSink();
  EXPECT_EQ(sink->TakeOne(), 4u);
  client.Close();
  sink->AwaitLost();
}

TEST_F(ServerTest, DrainingLetsARequestInFlightFinish) {
  absl::Notification arrived;
  std::shared_ptr<Exchange> held;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    held = std::move(exchange);
    arrived.Notify();
  };
  Start();
  HttpClient idle(port_);
  HttpClient client(port_);
  client.Send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  arrived.WaitForNotification();
  std::thread drain([this] { server_->Drain(absl::Seconds(30)); });
  EXPECT_EQ(idle.Read().status, 0) << "an idle connection is closed";
  Echo(held);
  held.reset();
  HttpResponse response = client.Read();
  EXPECT_EQ(response.body, "GET /slow ");
  EXPECT_EQ(response.fields["connection"], "close");
  client.Close();
  drain.join();
  EXPECT_EQ(server_->Stats().connections, 0u);
}

TEST_F(ServerTest, ASuccessorGoesOnWithTheListeningSocketAndConnectionsEndWithTheirNextAnswer) {
  Start();
  HttpClient before(port_);
  EXPECT_EQ(before.Call("GET", "/before").status, 200);
  Server successor(options_, hooks_);
  absl::StatusOr<int> port = successor.Start(::dup(server_->listening_socket()));
  ASSERT_OK(port);
  EXPECT_EQ(*port, port_);
  server_->Retire();
  uint64_t accepted = server_->Stats().accepted;
  for (int i = 0; i < 20; ++i) {
    HttpClient after(port_);
    EXPECT_EQ(after.Call("GET", "/after").status, 200);
  }
  EXPECT_EQ(server_->Stats().accepted, accepted);
  EXPECT_EQ(server_->Stats().connections, 1u) << "an idle connection stays";
  HttpResponse last = before.Call("POST", "/last", {}, "body");
  EXPECT_EQ(last.body, "POST /last body");
  EXPECT_EQ(last.fields["connection"], "close");
  before.Close();
  server_->Drain(absl::Seconds(30));
  EXPECT_EQ(server_->Stats().connections, 0u);
  EXPECT_EQ(HttpClient(port_).Call("GET", "/end").status, 200) << "a drain leaves the successor's socket alone";
}

TEST_F(ServerTest, WhatIsNoListeningSocketIsRefused) {
  server_ = std::make_unique<Server>(options_, hooks_);
  EXPECT_THAT(server_->Start(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), HasReason("not_listening"));
}

TEST_F(ServerTest, ConnectionsThatWouldTakeTheLastDescriptorsAreTurnedAway) {
  // Standard input and output use the lower descriptors.
  options_.max_descriptor = 3;
  Start();
  HttpResponse refused = HttpClient(port_).Call("GET", "/");
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.fields["retry-after"], "1");
  EXPECT_EQ(server_->Stats().turned_away, 1u);
}

TEST_F(ServerTest, ConnectionsBeyondTheLimitAreTurnedAway) {
  options_.max_per_address = 1;
  Start();
  HttpClient first(port_);
  EXPECT_EQ(first.Call("GET", "/").status, 200);
  EXPECT_EQ(Raw("").status, 503);
  EXPECT_EQ(first.Call("GET", "/").status, 200);
}

TEST_F(ServerTest, ATakenPortIsAClearError) {
  Start();
  ServerOptions options;
  options.port = port_;
  Server second(options, hooks_);
  absl::StatusOr<int> port = second.Start();
  EXPECT_THAT(port, StatusIs(absl::StatusCode::kUnavailable));
}

}  // namespace
}  // namespace academy::http
