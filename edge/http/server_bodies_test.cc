// Bodies that handlers ask for, and the body budget, over real sockets.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "edge/http/testing/http_client.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::http {
namespace {

using edge::HttpClient;
using edge::HttpResponse;

constexpr size_t kMaxBody = 100'000;

class ServerBodiesTest : public ServerTest {
 protected:
  ServerBodiesTest() {
    hooks_.body_policy = [](const Request&) { return BodyRule{.max_bytes = kMaxBody, .on_demand = true}; };
    hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
      const std::string& path = exchange->request().path;
      if (path == "/refused") return exchange->Send(FailureResponse(401, "unauthorized", "No", "id"));
      exchange->CollectBody(/*stranger=*/path == "/stranger", [exchange] { Echo(exchange); });
    };
    options_.body_budget = 64 * 1024;
  }

  // Waits until this many bytes of bodies are kept.
  void AwaitKept(uint64_t bytes) {
    absl::Time end = absl::Now() + absl::Seconds(30);
    while (server_->Stats().body_bytes != bytes && absl::Now() < end) std::this_thread::yield();
    EXPECT_EQ(server_->Stats().body_bytes, bytes);
  }

  static std::string Head(std::string_view path, size_t length, std::string_view more = "") {
    return "POST " + std::string(path) + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(length) + "\r\n" +
           std::string(more) + "\r\n";
  }
};

TEST_F(ServerBodiesTest, WhoIsRefusedIsToldBeforeAnyBodyCame) {
  Start();
  EXPECT_EQ(Raw(Head("/refused", kMaxBody)).status, 401);
  EXPECT_EQ(Raw("POST /refused HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n").status, 401);
  EXPECT_EQ(Raw(Head("/refused", kMaxBody, "Expect: 100-continue\r\n")).status, 401) << "not 100 Continue";
}

TEST_F(ServerBodiesTest, ABodyThatIsAskedForComesWhole) {
  Start();
  std::string body(30'000, 'x');
  HttpClient client(port_);
  for (int i = 0; i < 3; ++i) {
    client.Send(Head("/let-in", body.size()));
    client.Send(std::string_view(body).substr(0, 10'000));
    client.Send(std::string_view(body).substr(10'000));
    HttpResponse response = client.Read();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "POST /let-in " + body);
  }
  EXPECT_EQ(server_->Stats().accepted, 1u) << "the connection goes on";
}

TEST_F(ServerBodiesTest, ABodyThatCameWithItsHeadIsThereAtOnce) {
  Start();
  EXPECT_EQ(Raw(Head("/let-in", 5) + "hello").body, "POST /let-in hello");
}

TEST_F(ServerBodiesTest, AClientThatWaitsForContinueIsToldToGoOnOnceItIsLetIn) {
  Start();
  HttpClient client(port_);
  client.Send(Head("/let-in", 5, "Expect: 100-continue\r\n"));
  EXPECT_EQ(client.Read().status, 100);
  client.Send("hello");
  EXPECT_EQ(client.Read().body, "POST /let-in hello");
}

TEST_F(ServerBodiesTest, AnAskedForBodyKeepsItsLimitsAndForm) {
  Start();
  std::string chunked = "POST /let-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(Raw(chunked + "5\r\nhello\r\n0\r\n\r\n").body, "POST /let-in hello");
  EXPECT_EQ(Raw(chunked + "no length\r\n").status, 400);
  options_.body_budget = 1024 * 1024;
  Start();
  EXPECT_EQ(Raw(chunked + "1ffff\r\n" + std::string(0x1ffff, 'x') + "\r\n0\r\n\r\n").status, 413);
}

TEST_F(ServerBodiesTest, ABodyThatDoesNotComeIsEndedWith408) {
  options_.body_timeout = absl::ZeroDuration();
  hooks_.body_policy = [](const Request&) { return BodyRule{.max_bytes = 1024, .on_demand = true}; };
  Start();
  EXPECT_EQ(Raw(Head("/let-in", 100) + "half").status, 408);
}

TEST_F(ServerBodiesTest, BeyondTheBudgetOfAllBodiesACallIsBusyUntilTheOthersEnd) {
  Start();
  std::string most(60'000, 'x');
  HttpClient holder(port_);
  holder.Send(Head("/let-in", most.size() + 1) + most);
  AwaitKept(most.size());
  HttpResponse second = Raw(Head("/let-in", 10'000) + std::string(10'000, 'y'));
  EXPECT_EQ(second.status, 503);
  EXPECT_EQ(second.fields["retry-after"], "1");
  EXPECT_NE(second.body.find("\"busy\""), std::string::npos);

  holder.Send("x");
  EXPECT_EQ(holder.Read().status, 200);
  AwaitKept(0);
  EXPECT_EQ(Raw(Head("/let-in", 10'000) + std::string(10'000, 'y')).status, 200);
}

TEST_F(ServerBodiesTest, StrangersUseUpHalfOfTheBudgetAtMost) {
  Start();
  std::string body(40'000, 'x');
  auto status_of = [&](std::string_view path) {
    HttpClient client(port_);
    // Only a body that was asked for counts: one that came with its head does not yet.
    client.Send(Head(path, body.size(), "Expect: 100-continue\r\n"));
    EXPECT_EQ(client.Read().status, 100);
    client.Send(body);
    return client.Read().status;
  };
  EXPECT_EQ(status_of("/stranger"), 503);
  EXPECT_EQ(status_of("/let-in"), 200);
}

TEST_F(ServerBodiesTest, WhatALostClientSentIsNotKept) {
  Start();
  {
    HttpClient lost(port_);
    lost.Send(Head("/let-in", 60'000) + std::string(50'000, 'x'));
    AwaitKept(50'000);
  }
  AwaitKept(0);
}

TEST_F(ServerBodiesTest, ABodyThatManyAnswersHaveIsSentToEach) {
  auto text = std::make_shared<const std::string>(200'000, 'x');
  hooks_.handle = [text](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.shared_body = text;
    exchange->Send(std::move(answer));
  };
  Start();
  HttpClient client(port_);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.Call("GET", "/").body, *text);
  client.Send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  HttpResponse head = client.Read(/*head_only=*/true);
  EXPECT_EQ(head.fields["content-length"], "200000");
  EXPECT_EQ(client.Call("GET", "/").body, *text);
}

TEST_F(ServerBodiesTest, WhoTakesAnAnswerByteByByteIsCutOff) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(64 * 1024 * 1024, 'x');
    exchange->Send(std::move(answer));
  };
  options_.stall_timeout = absl::Seconds(1);
  options_.least_bytes_a_second = 1e12;
  Start();
  HttpClient slow(port_);
  slow.Send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  // Keeps reading a little until the connection ends.
  size_t taken = 0;
  while (slow.TakeByte()) ++taken;
  EXPECT_LT(taken, 64u * 1024 * 1024);
}

}  // namespace
}  // namespace academy::http
