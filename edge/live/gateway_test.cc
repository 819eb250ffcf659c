#include "edge/live/gateway.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "edge/live/testing/gateway_fixture.h"

namespace academy::live {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(GatewayTest, ALearnerConnectsByPollingAndGetsItsOwnEntryOnly) {
  Start();
  gateway_->SetOnlineLearners({.ids = {"anna", "bea"}, .total = 2});
  auto client = Connect();
  RawClient::Response handshake = client->Get("");
  EXPECT_EQ(handshake.status, 200);
  EXPECT_THAT(handshake.body, HasSubstr(R"("upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000)"));
  EXPECT_THAT(handshake.head, HasSubstr("Cache-Control: no-store"));
  std::string query = "&sid=" + SidOf(handshake.body);
  EXPECT_EQ(client->Post(query, R"(40{"token":"learner:anna"})").body, "ok");
  std::string packets = client->Get(query).body;
  EXPECT_THAT(packets, StartsWith("40{\"sid\":\""));
  EXPECT_THAT(packets, HasSubstr("\x1e"
                                 R"(42["onlineUsers",[{"userId":"anna"}]])"));
  ASSERT_TRUE(presence_.AwaitOpen(1));
  EXPECT_EQ(presence_.open()[0].id, SidOf(packets));
  EXPECT_EQ(presence_.open()[0].identity.session_id, "session of anna");
  EXPECT_EQ(gateway_->Stats().polling_sessions, 1u);
}

TEST_F(GatewayTest, AManagerGetsTheWholeListOnConnectAndOnChange) {
  Start();
  gateway_->SetOnlineLearners({.ids = {"anna"}, .total = 1});
  auto manager = ConnectWebSocket("manager:boss");
  auto learner = ConnectWebSocket("learner:anna");
  EXPECT_EQ(manager->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"}]])");
  EXPECT_EQ(learner->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"}]])");
  gateway_->SetOnlineLearners({.ids = {"anna", "bea"}, .total = 2});
  EXPECT_EQ(manager->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"},{"userId":"bea"}]])");
  EXPECT_EQ(gateway_->Stats().websocket_sessions, 2u);
  EXPECT_EQ(gateway_->Stats().connections, 2u);
}

TEST_F(GatewayTest, ManagersGetTheNumberOfThoseOnlineWhenTheyAreTooManyForAList) {
  Start();
  gateway_->SetOnlineLearners({.ids = {}, .total = 1001});
  auto manager = ConnectWebSocket("manager:boss");
  EXPECT_EQ(manager->ReadFrame(), R"(42["onlineCount",{"total":1001}])");
  auto learner = ConnectWebSocket("learner:anna");
  EXPECT_EQ(learner->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"}]])");
  gateway_->SetOnlineLearners({.ids = {"anna"}, .total = 1});
  EXPECT_EQ(manager->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"}]])");
}

TEST_F(GatewayTest, ABadTokenIsAConnectErrorWithMessageAndCode) {
  Start();
  for (const auto& [auth, answer] : std::vector<std::pair<std::string, std::string>>{
           {R"({"token":"stale"})",
            R"(44{"message":"Signed in on \"another\" device","data":{"code":"signed_in_elsewhere"}})"},
           {R"({"token":7})", R"(44{"message":"Please sign in","data":{"code":"unauthenticated"}})"},
           {"", R"(44{"message":"Please sign in","data":{"code":"unauthenticated"}})"}}) {
    auto client = Connect();
    ASSERT_TRUE(client->Upgrade(""));
    client->ReadFrame();
    client->SendFrame("40" + auth);
    EXPECT_EQ(client->ReadFrame(), answer);
  }
  EXPECT_TRUE(presence_.AwaitOpen(0));
}

TEST_F(GatewayTest, AnUnreachableAuthClosesTheConnectionSoThatTheClientComesBack) {
  Start();
  auto client = Connect();
  ASSERT_TRUE(client->Upgrade(""));
  client->ReadFrame();
  client->SendFrame(R"(40{"token":"down"})");
  EXPECT_EQ(client->ReadFrame(), "closed");
}

TEST_F(GatewayTest, OnlySoManyTokensAreCheckedAtOnceAndTheOthersFollow) {
  Start({.checks_at_once = 2});
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(Connect());
    ASSERT_TRUE(clients.back()->Upgrade(""));
    EXPECT_THAT(clients.back()->ReadFrame(), StartsWith("0{"));
    clients.back()->SendFrame("40{\"token\":\"held\"}");
    // Its answer shows that everything sent before it was read.
    clients.back()->SendFrame("40/none,");
    EXPECT_THAT(clients.back()->ReadFrame(), StartsWith("44/none,"));
  }
  EXPECT_EQ(checker_.held(), 2U);
  checker_.Release();
  EXPECT_THAT(clients[0]->ReadFrame(), StartsWith("40{\"sid\":"));
  EXPECT_TRUE(checker_.AwaitHeld(2));
  checker_.Release();
  checker_.Release();
  EXPECT_TRUE(checker_.AwaitHeld(1));
  checker_.Release();
  for (int i = 1; i < 4; ++i) EXPECT_THAT(clients[static_cast<size_t>(i)]->ReadFrame(), StartsWith("40{\"sid\":"));
}

TEST_F(GatewayTest, NewcomersBeyondATicksShareAreAdmittedInLaterTicks) {
  Start({.checks_a_tick = 1});
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(Connect());
    ASSERT_TRUE(clients.back()->Upgrade(""));
    EXPECT_THAT(clients.back()->ReadFrame(), StartsWith("0{"));
  }
  for (int i = 0; i < 5; ++i)
    clients[static_cast<size_t>(i)]->SendFrame("40{\"token\":\"learner:" + std::to_string(i) + "\"}");
  for (const auto& client : clients) EXPECT_THAT(client->ReadFrame(), StartsWith("40{\"sid\":"));
  EXPECT_TRUE(presence_.AwaitOpen(5));
}

TEST_F(GatewayTest, APushReachesItsConnectionAndEndsIt) {
  Start();
  auto pushed = ConnectWebSocket("learner:anna");
  pushed->ReadFrame();
  ASSERT_TRUE(presence_.AwaitOpen(1));
  auto other = ConnectWebSocket("learner:anna");
  other->ReadFrame();
  gateway_->PushAndClose({presence_.open()[0].id, "anotherDevice", "signed_in_elsewhere", 9});
  // The push waits until the edge itself has read auth's feed.
  std::function<void()> reached = checker_.Waiting();
  pushed->SendFrame("421[\"still there\"]");
  EXPECT_EQ(pushed->ReadFrame(), "431[]");
  reached();
  EXPECT_EQ(pushed->ReadFrame(), R"(42["anotherDevice",{"reason":"signed_in_elsewhere"}])");
  EXPECT_EQ(pushed->ReadFrame(), "41");
  EXPECT_TRUE(presence_.AwaitOpen(1));
  gateway_->PushAndClose({"unknown", "logout", "expired"});
  other->SendFrame("423[\"ping\"]");
  EXPECT_EQ(other->ReadFrame(), "433[]");
}

TEST_F(GatewayTest, PollingUpgradesToWebSocketWithoutLosingPackets) {
  Start();
  auto polling = Connect();
  std::string query = "&sid=" + SidOf(polling->Get("").body);
  auto socket = Connect();
  ASSERT_TRUE(socket->Upgrade(query));
  socket->SendFrame("2probe");
  EXPECT_EQ(socket->ReadFrame(), "3probe");
  // During the probe, polls are answered at once.
  EXPECT_EQ(polling->Get(query).body, "6");
  EXPECT_EQ(polling->Post(query, R"(40{"token":"learner:anna"})").body, "ok");
  ASSERT_TRUE(presence_.AwaitOpen(1));
  socket->SendFrame("5");
  EXPECT_THAT(socket->ReadFrame(), StartsWith("40{\"sid\":"));
  EXPECT_EQ(socket->ReadFrame(), R"(42["onlineUsers",[{"userId":"anna"}]])");
  EXPECT_EQ(polling->Get(query).status, 400);
}

TEST_F(GatewayTest, AClientThatHangsUpOrFallsSilentIsGone) {
  GatewayOptions options;
  options.ping_interval_ms = 50;
  options.ping_timeout_ms = 50;
  Start(options);
  auto silent = ConnectWebSocket("learner:anna");
  EXPECT_TRUE(presence_.AwaitOpen(0));
  EXPECT_TRUE(silent->AwaitClose());
  ConnectWebSocket("learner:bea").reset();
  EXPECT_TRUE(presence_.AwaitOpen(0));
  auto never_connected = Connect();
  never_connected->Get("");
  while (gateway_->Stats().polling_sessions > 0) std::this_thread::yield();
}

TEST_F(GatewayTest, ForeignOriginsAreRefused) {
  GatewayOptions options;
  options.public_url = "https://academy.example/start";
  Start(options);
  EXPECT_EQ(Connect()->Get("", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(Connect()->Get("", "Origin: null\r\n").status, 403);
  EXPECT_EQ(Connect()->Get("", "Origin: http://academy.test\r\n").status, 200);
  EXPECT_EQ(Connect()->Get("", "Origin: https://academy.example\r\n").status, 200);
}

TEST_F(GatewayTest, AConnectionGoesBackWithTheNextRequestForSomebodyElse) {
  Start();
  auto client = Connect();
  std::string query = "&sid=" + SidOf(client->Get("").body);
  // Sent ahead while the poll waits: it must arrive whole.
  client->SendGet(query);
  client->Send("GET /api/public/site HTTP/1.1\r\nHost: academy.test\r\n\r\nGE");
  auto other = Connect();
  other->Post(query, R"(40{"token":"learner:anna"})");
  EXPECT_THAT(client->ReadResponse().body, StartsWith("40{\"sid\":"));
  http::Handover handed_back = handed_back_.get_future().get();
  EXPECT_EQ(handed_back.bytes, "GET /api/public/site HTTP/1.1\r\nHost: academy.test\r\n\r\nGE");
  ::send(handed_back.fd, "pong", 4, 0);
  ::close(handed_back.fd);
  EXPECT_TRUE(client->AwaitClose());
}

TEST_F(GatewayTest, ARequestThatTheFrontDoorHasReadIsAnsweredHereWhateverItsTarget) {
  Start();
  for (auto [target, status] : {std::pair("/socket.io/?EIO=4&transport=polling", 200), std::pair("/elsewhere", 404)}) {
    RawListener::Pair pair = listener_.Connect();
    RawClient client(pair.client);
    http::Handover incoming{.fd = pair.server, .remote_address = "192.0.2.1"};
    incoming.head = http::Head{.method = "GET", .target = target};
    gateway_->Adopt(std::move(incoming));
    EXPECT_EQ(client.ReadResponse().status, status) << target;
  }
}

TEST_F(GatewayTest, RequestsAreReadAsTheFrontDoorReadsThem) {
  Start();
  auto client = Connect();
  for (std::string_view begin : {"GET http://elsewhere/socket.io/", "\r\n\r\nGET /socket.io/"}) {
    client->Send(std::string(begin) + "?EIO=4&transport=polling HTTP/1.1\r\nHost: academy.test\r\n\r\n");
    EXPECT_EQ(client->ReadResponse().status, 200) << begin;
  }
}

// A reader that takes one for the beginning of the next answer assigns it to the wrong request.
TEST_F(GatewayTest, AnAnswerToHeadHasNoBody) {
  Start();
  auto client = Connect();
  const std::string target = " /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: academy.test\r\n\r\n";
  client->Send("HEAD" + target);
  RawClient::Response refused = client->ReadHead();
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.head, HasSubstr("Content-Length: "));
  client->Send("GET" + target);
  EXPECT_EQ(client->ReadResponse().status, 200);
}

TEST_F(GatewayTest, AnAddressCannotTakeEverything) {
  GatewayOptions options;
  options.max_per_address = 2;
  options.max_sessions = 3;
  Start(options);
  auto first = ConnectWebSocket("learner:anna");
  auto second = ConnectWebSocket("learner:anna");
  EXPECT_EQ(Connect()->Get("").status, 429);
  auto other = Connect("127.0.0.1");
  EXPECT_EQ(other->Get("").status, 200);
  EXPECT_EQ(Connect("192.0.2.3")->Get("").status, 503);
}

TEST_F(GatewayTest, ASlowReaderIsCut) {
  GatewayOptions options;
  options.max_backlog = 64 * 1024;
  Start(options);
  auto manager = ConnectWebSocket("manager:boss");
  ASSERT_TRUE(presence_.AwaitOpen(1));
  const OnlineLearners many{.ids = std::vector<std::string>(20'000, "0190a000-0000-7000-8000-000000000000"),
                            .total = 20'000};
  // The kernel takes some megabytes before anything waits here.
  while (!presence_.open().empty()) gateway_->SetOnlineLearners(many);
  EXPECT_TRUE(presence_.AwaitOpen(0));
}

TEST_F(GatewayTest, BrokenRequestsAreRefused) {
  Start();
  auto answer = [this](std::string_view bytes) {
    auto client = Connect();
    client->Send(bytes);
    return client->ReadResponse().status;
  };
  EXPECT_EQ(answer("GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(answer("GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nA: " + std::string(20'000, 'a')), 431);
  EXPECT_EQ(answer("GET /socket.io/" + std::string(20'000, 'a')), 414);
  const std::string post = "POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: academy.test\r\n";
  EXPECT_EQ(answer(post + "Content-Length: 70000\r\n\r\n"), 413);
  EXPECT_EQ(answer(post + "Transfer-Encoding: chunked\r\n\r\n11170\r\n" + std::string(70'000, 'a')), 413);
  EXPECT_EQ(answer(post + "Transfer-Encoding: chunked\r\n\r\nx\r\n"), 400);
  EXPECT_EQ(answer(post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(answer("GET /socket.io/?EIO=3&transport=polling HTTP/1.1\r\nHost: academy.test\r\n\r\n"), 400);
  EXPECT_EQ(answer("GET /socket.io/nowhere HTTP/1.1\r\nHost: academy.test\r\n\r\n"), 404);
  auto socket = ConnectWebSocket("learner:anna");
  socket->ReadFrame();
  socket->SendFrame("42[\"" + std::string(70'000, 'a') + "\"]");
  EXPECT_TRUE(socket->AwaitClose());
}

TEST_F(GatewayTest, DrainingEndsSessionsAndRefusesNewOnes) {
  Start();
  auto socket = ConnectWebSocket("learner:anna");
  socket->ReadFrame();
  auto polling = Connect();
  polling->SendGet("&sid=" + SidOf(polling->Get("").body));
  // A request sent later is answered, so the poll is waiting by now.
  socket->SendFrame("420[\"ready?\"]");
  EXPECT_EQ(socket->ReadFrame(), "430[]");
  std::future<void> drained = std::async(std::launch::async, [this] { gateway_->Drain(std::chrono::seconds(30)); });
  EXPECT_EQ(socket->ReadFrame(), "closed");
  EXPECT_EQ(polling->ReadResponse().body, "1");
  socket.reset();
  polling.reset();
  drained.get();
  EXPECT_EQ(gateway_->Stats().http_connections, 0u);
  EXPECT_TRUE(presence_.AwaitOpen(0));
  EXPECT_EQ(Connect()->Get("").status, 503);
}

TEST_F(GatewayTest, StoppingDropsEverything) {
  Start();
  auto socket = ConnectWebSocket("learner:anna");
  auto polling = Connect();
  polling->SendGet("&sid=" + SidOf(polling->Get("").body));
  gateway_->Stop();
  EXPECT_TRUE(presence_.AwaitOpen(0));
  auto late = Connect();
  EXPECT_TRUE(late->AwaitClose());
}

}  // namespace
}  // namespace academy::live
