// What strangers may do over HTTP/2, and how connections end, through real sockets.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "edge/http/testing/certificate.h"
#include "edge/http/testing/http2_client.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::http {
namespace {

using edge::Http2Client;

constexpr uint32_t kNoError = 0x0;
constexpr uint32_t kProtocolError = 0x1;
constexpr uint32_t kCancel = 0x8;
constexpr uint32_t kEnhanceYourCalm = 0xb;

constexpr uint8_t kData = 0x0;
constexpr uint8_t kHeaders = 0x1;
constexpr uint8_t kSettings = 0x4;
constexpr uint8_t kPing = 0x6;
constexpr uint8_t kContinuation = 0x9;

class Http2LimitsTest : public ServerTest {
 protected:
  Http2LimitsTest() { options_.tls = TestCertificate(); }

  // Sends these bytes over and over.
  static void Flood(Http2Client& client, const std::string& bytes, int times) {
    std::string many;
    for (int i = 0; i < 100; ++i) many += bytes;
    for (int i = 0; i < times / 100 && client.SendRaw(many); ++i) {
    }
  }

  // Waits until the server has closed all connections, though their clients have not.
  void AwaitNoConnection() {
    absl::Time end = absl::Now() + absl::Seconds(30);
    while (server_->Stats().connections > 0 && absl::Now() < end) std::this_thread::yield();
    EXPECT_EQ(server_->Stats().connections, 0u);
  }
};

// Keeps the exchanges, so that nobody is answered before Answer().
class Held {
 public:
  void Add(std::shared_ptr<Exchange> exchange) {
    absl::MutexLock lock(&mutex_);
    held_.push_back(std::move(exchange));
  }
  size_t size() {
    absl::MutexLock lock(&mutex_);
    return held_.size();
  }
  void AwaitSize(size_t size) {
    absl::MutexLock lock(&mutex_);
    auto there = [this, size]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return held_.size() >= size; };
    EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&there), absl::Seconds(30)));
  }
  void Answer() {
    std::vector<std::shared_ptr<Exchange>> held;
    {
      absl::MutexLock lock(&mutex_);
      held.swap(held_);
    }
    for (const auto& exchange : held) Echo(exchange);
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::shared_ptr<Exchange>> held_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(Http2LimitsTest, RapidResetsEndTheConnection) {
  std::atomic<int> handled = 0;
  hooks_.handle = [&](const std::shared_ptr<Exchange>& exchange) {
    ++handled;
    Echo(exchange);
  };
  Start();
  Http2Client client(port_);
  for (int i = 0; i < 1000; ++i) client.Reset(client.Ask("GET", "/"));
  EXPECT_EQ(client.AwaitEnd(), kEnhanceYourCalm);
  EXPECT_LT(handled, 500);
}

TEST_F(Http2LimitsTest, CancelledRequestsKeepTheirHandlersPlaces) {
  auto held = std::make_shared<Held>();
  hooks_.handle = [held](std::shared_ptr<Exchange> exchange) { held->Add(std::move(exchange)); };
  Start();
  Http2Client client(port_);
  for (int i = 0; i < 100; ++i) client.Reset(client.Ask("GET", "/"));
  int32_t last = client.Ask("GET", "/last");
  held->AwaitSize(32);
  EXPECT_EQ(held->size(), 32u);
  std::atomic<bool> answered = false;
  std::thread answers([&] {
    while (!answered) {
      held->Answer();
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(client.Await(last).body, "GET /last ");
  answered = true;
  answers.join();
}

TEST_F(Http2LimitsTest, FloodsOfFramesThatMoveNothingEndTheConnection) {
  Start();
  {
    Http2Client client(port_);
    client.Call("GET", "/");
    Flood(client, Http2Client::Frame(kPing, 0, 0, "12345678"), 20'000);
    EXPECT_EQ(client.AwaitEnd(), kEnhanceYourCalm);
  }
  {
    Http2Client client(port_);
    int32_t stream = client.Ask("POST", "/", {}, "", /*open=*/true);
    Flood(client, Http2Client::Frame(kData, 0, stream, ""), 20'000);
    EXPECT_EQ(client.AwaitEnd(), kEnhanceYourCalm);
  }
  // nghttp2's client ends at an acknowledgement that it did not expect, and would not see the GOAWAY.
  Http2Client client(port_);
  client.Call("GET", "/");
  Flood(client, Http2Client::Frame(kSettings, 0, 0, ""), 20'000);
  AwaitNoConnection();
}

TEST_F(Http2LimitsTest, AHeadWithoutAnEndEndsTheConnection) {
  options_.head_timeout = absl::Seconds(1);
  Start();
  Http2Client many(port_);
  many.Call("GET", "/");
  std::string frames = Http2Client::Frame(kHeaders, 0x1, 3, "\x82");
  for (int i = 0; i < 100; ++i) frames += Http2Client::Frame(kContinuation, 0, 3, "");
  many.SendRaw(frames);
  EXPECT_NE(many.AwaitEnd(), Http2Client::kNoGoaway);

  Http2Client slow(port_);
  slow.Call("GET", "/");
  slow.SendRaw(Http2Client::Frame(kHeaders, 0x1, 3, "\x82"));
  AwaitNoConnection();

  Http2Client large(port_);
  large.Call("GET", "/");
  // One large field in the table, and then named again and again.
  std::string block = std::string("\x40\x01x\x7f\x81\x1e", 6) + std::string(4000, 'a');
  block += std::string(1000, '\xbe');
  large.SendRaw(Http2Client::Frame(kHeaders, 0x5, 3, block));
  EXPECT_EQ(large.AwaitEnd(), kEnhanceYourCalm);
}

TEST_F(Http2LimitsTest, WhatIsNoHttp2EndsTheConnection) {
  Start();
  Http2Client client(port_);
  client.Call("GET", "/");
  client.SendRaw(Http2Client::Frame(kData, 0, 0, "no stream"));
  EXPECT_EQ(client.AwaitEnd(), kProtocolError);
  Http2Client silent(port_, {.protocols = "\x02h2"});
  EXPECT_EQ(silent.Call("GET", "/").status, 200) << "others go on";
}

TEST_F(Http2LimitsTest, ABodyThatNobodyWantsFillsTheSmallWindowOnly) {
  auto held = std::make_shared<Held>();
  hooks_.body_policy = [](const Request&) { return BodyRule{.max_bytes = 1024 * 1024, .on_demand = true}; };
  hooks_.handle = [held](std::shared_ptr<Exchange> exchange) { held->Add(std::move(exchange)); };
  Start();
  Http2Client client(port_);
  int32_t first = client.Ask("POST", "/", {}, std::string(200'000, 'x'));
  int32_t second = client.Ask("POST", "/", {}, std::string(200'000, 'x'));
  held->AwaitSize(2);
  EXPECT_EQ(server_->Stats().body_bytes, 0u);
  EXPECT_GE(client.unsent(first) + client.unsent(second), 400'000u - 65'535u);
  held->Answer();
  EXPECT_EQ(client.Await(first).status, 200);
  EXPECT_EQ(client.Await(second).status, 200);
}

TEST_F(Http2LimitsTest, BodiesCountAgainstTheBudget) {
  hooks_.body_policy = [](const Request&) { return BodyRule{.max_bytes = 1024 * 1024, .on_demand = true}; };
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    exchange->CollectBody(/*stranger=*/exchange->request().path == "/stranger", [exchange] { Echo(exchange); });
  };
  options_.body_budget = 300'000;
  Start();
  Http2Client client(port_);
  EXPECT_EQ(client.Call("POST", "/stranger", {}, std::string(200'000, 'x')).status, 503);
  EXPECT_EQ(client.Call("POST", "/known", {}, std::string(200'000, 'x')).status, 200);
  int32_t open = client.Ask("POST", "/known", {}, std::string(200'000, 'x'), /*open=*/true);
  absl::Time end = absl::Now() + absl::Seconds(30);
  while (server_->Stats().body_bytes < 200'000 && absl::Now() < end) client.Call("GET", "/none");
  EXPECT_EQ(client.Call("POST", "/known", {}, std::string(200'000, 'x')).status, 503);
  client.Reset(open);
  while (server_->Stats().body_bytes > 0 && absl::Now() < end) std::this_thread::yield();
  EXPECT_EQ(client.Call("POST", "/known", {}, std::string(200'000, 'x')).status, 200);
}

TEST_F(Http2LimitsTest, ABodyThatDoesNotComeIsEndedWith408) {
  options_.body_timeout = absl::ZeroDuration();
  Start();
  Http2Client client(port_);
  EXPECT_EQ(client.Await(client.Ask("POST", "/", {}, "half", /*open=*/true)).status, 408);
  EXPECT_EQ(client.Call("GET", "/after").status, 200);
}

TEST_F(Http2LimitsTest, WhoNeverOpensTheWindowLosesTheAnswerAndNotTheConnection) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    if (exchange->request().path != "/long") return Echo(exchange);
    Response answer;
    answer.body = std::string(1'000'000, 'x');
    exchange->Send(std::move(answer));
  };
  options_.stall_timeout = absl::Milliseconds(100);
  Start();
  Http2Client client(port_, {.takes_by_hand = true, .window = 1000});
  EXPECT_EQ(client.Call("GET", "/long").error, kCancel);
  EXPECT_EQ(client.Call("GET", "/short").body, "GET /short ");
}

TEST_F(Http2LimitsTest, WhoTakesAnAnswerTooSlowlyLosesIt) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(64 * 1024 * 1024, 'x');
    exchange->Send(std::move(answer));
  };
  options_.stall_timeout = absl::Seconds(1);
  options_.least_bytes_a_second = 1e12;
  Start();
  Http2Client client(port_, {.takes_by_hand = true, .window = 0});
  int32_t stream = client.Ask("GET", "/");
  // Each piece is awaited, so that something moves all the time.
  constexpr size_t kPiece = 600;
  size_t taken = 0;
  while (client.AwaitBytes(stream, taken).body.size() == taken && !client.answer(stream).closed) {
    client.Take(stream, kPiece);
    taken += kPiece;
  }
  EXPECT_EQ(client.answer(stream).error, kCancel);
  EXPECT_LT(taken, 64u * 1024 * 1024);
}

TEST_F(Http2LimitsTest, WindowsOpenedByteByByteEndTheConnection) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(1'000'000, 'x');
    exchange->Send(std::move(answer));
  };
  Start();
  Http2Client client(port_, {.takes_by_hand = true, .window = 0});
  int32_t stream = client.Ask("GET", "/");
  client.AwaitBytes(stream, 0);
  for (int i = 0; i < 20'000; ++i) client.Take(stream, 1);
  EXPECT_EQ(client.AwaitEnd(), kEnhanceYourCalm);
}

TEST_F(Http2LimitsTest, AnIdleConnectionIsToldGoodbye) {
  // Long enough for the request on a busy machine.
  options_.idle_timeout = absl::Seconds(1);
  Start();
  Http2Client client(port_);
  EXPECT_EQ(client.Call("GET", "/").status, 200);
  EXPECT_EQ(client.AwaitEnd(), kNoError);
}

TEST_F(Http2LimitsTest, DrainingAnswersWhatWasAskedAndEnds) {
  auto held = std::make_shared<Held>();
  hooks_.handle = [held](std::shared_ptr<Exchange> exchange) { held->Add(std::move(exchange)); };
  Start();
  Http2Client client(port_);
  int32_t stream = client.Ask("GET", "/asked");
  held->AwaitSize(1);
  std::thread drain([this] { server_->Drain(absl::Seconds(30)); });
  // The first refuses nothing yet, since requests may be on their way.
  EXPECT_EQ(client.AwaitGoaways(2), (std::vector<int32_t>{0x7fffffff, stream}));
  held->Answer();
  EXPECT_EQ(client.Await(stream).body, "GET /asked ");
  EXPECT_EQ(client.AwaitEnd(), kNoError);
  client.Close();
  drain.join();
  EXPECT_EQ(server_->Stats().connections, 0u);
}

TEST_F(Http2LimitsTest, DrainingWaitsForNoPoll) {
  hooks_.is_live = [](std::string_view target) { return target.starts_with("/socket.io/"); };
  std::atomic<int> parked = -1;
  hooks_.adopt_live = [&](const Handover& connection) { parked = connection.fd; };
  Start();
  Http2Client client(port_);
  int32_t poll = client.Ask("GET", "/socket.io/");
  EXPECT_EQ(client.Call("GET", "/").status, 200);
  std::thread drain([this] { server_->Drain(absl::Seconds(30)); });
  EXPECT_EQ(client.Await(poll).error, kCancel);
  EXPECT_EQ(client.AwaitEnd(), kNoError);
  client.Close();
  drain.join();
  EXPECT_EQ(server_->Stats().connections, 0u);
  ::close(parked);
}

TEST_F(Http2LimitsTest, ConnectionsCountAgainstTheirAddress) {
  options_.max_per_address = 1;
  Start();
  Http2Client first(port_);
  EXPECT_EQ(first.Call("GET", "/").status, 200);
  EXPECT_EQ(Http2Client(port_).Call("GET", "/").status, 0);
  EXPECT_EQ(server_->Stats().turned_away, 1u);
  first.Close();
  AwaitNoConnection();
  EXPECT_EQ(Http2Client(port_).Call("GET", "/").status, 200);
}

}  // namespace
}  // namespace academy::http
