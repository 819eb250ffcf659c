// How the gateway treats clients that break the protocol, ask for too much, or whose session ended without a push.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edge/live/testing/gateway_fixture.h"

namespace academy::live {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr unsigned char kText = 0x81;
constexpr unsigned char kBinary = 0x82;
constexpr unsigned char kTextBegins = 0x01;
constexpr unsigned char kContinues = 0x00;
constexpr unsigned char kEnds = 0x80;
constexpr unsigned char kClose = 0x88;
constexpr unsigned char kPing = 0x89;

class HostileTest : public GatewayTest {
 protected:
  // An admitted learner who has read everything sent so far.
  std::unique_ptr<RawClient> Admitted() {
    auto client = ConnectWebSocket("learner:anna");
    EXPECT_THAT(client->ReadFrame(), HasSubstr("onlineUsers"));
    EXPECT_TRUE(presence_.AwaitOpen(1));
    return client;
  }

  // Whether an event sent now is acknowledged.
  static bool Answers(RawClient& client) {
    client.SendFrame("427[\"hello\"]");
    return client.ReadFrame() == "437[]";
  }
};

TEST_F(HostileTest, MalformedFramesEndTheConnection) {
  Start();
  const std::vector<std::pair<std::string, std::function<void(RawClient&)>>> cases = {
      {"not masked", [](RawClient& client) { client.Send(std::string("\x81\x02") + "42"); }},
      {"a reserved bit", [](RawClient& client) { client.SendFrame("3", kText | 0x40); }},
      {"a reserved kind", [](RawClient& client) { client.SendFrame("3", 0x83); }},
      {"a reserved control frame", [](RawClient& client) { client.SendFrame("", 0x8b); }},
      {"a ping in parts", [](RawClient& client) { client.SendFrame("", kPing & 0x7f); }},
      {"a long ping", [](RawClient& client) { client.SendFrame(std::string(126, 'a'), kPing); }},
      {"a part of nothing", [](RawClient& client) { client.SendFrame("3", kEnds); }},
      {"a message within another",
       [](RawClient& client) {
         client.SendFrame("42[", kTextBegins);
         client.SendFrame("3");
       }},
      {"no UTF-8", [](RawClient& client) { client.SendFrame("42[\"\xff\xfe\"]"); }},
      {"half a letter at the end", [](RawClient& client) { client.SendFrame("42[\"\xd8"); }},
      {"a length beyond 63 bits",
       [](RawClient& client) { client.Send(std::string("\x81\xff\x80\0\0\0\0\0\0\1\0\0\0\0", 14)); }},
      {"a length written too long",
       [](RawClient& client) {
         client.Send(
             std::string("\x81\xfe\0\1\0\0\0\0"
                         "3",
                         9));
       }},
      {"half a reason to close", [](RawClient& client) { client.SendFrame("x", kClose); }},
  };
  for (const auto& [name, send] : cases) {
    auto client = Admitted();
    send(*client);
    EXPECT_EQ(client->ReadFrame(), "closed") << name;
    EXPECT_TRUE(presence_.AwaitOpen(0)) << name;
  }
}

// Found by fuzzing: an assertion of Beast ended the whole edge.
TEST_F(HostileTest, FramesThatFollowOurGoodbyeEndNothingElse) {
  Start();
  auto client = Admitted();
  const std::string mask(4, '\0');
  // An empty packet breaks the protocol; a message in parts is under way while the goodbye is said.
  client->Send("\x81\x80" + mask + "\x01\x81" + mask + "]" + "\x81\x80" + mask);
  EXPECT_EQ(client->ReadFrame(), "closed");
  EXPECT_TRUE(presence_.AwaitOpen(0));
  EXPECT_TRUE(Answers(*Admitted()));
}

TEST_F(HostileTest, MalformedPacketsEndTheSession) {
  Start();
  const std::string deep = "42[\"a\"," + std::string(40, '[') + std::string(40, ']') + "]";
  for (const std::string& packet : std::vector<std::string>{"",
                                                            "9",
                                                            "x",
                                                            "0{}",
                                                            "4",
                                                            "47",
                                                            "4x",
                                                            "42",
                                                            "42{}",
                                                            "42[]",
                                                            "42[{}]",
                                                            "42[\"a\"",
                                                            "42[\"a\"]]",
                                                            deep,
                                                            "43",
                                                            "43{}",
                                                            "45",
                                                            "451-",
                                                            "451[\"a\"]",
                                                            "4511-[\"a\"]",
                                                            "4599999999999999999999-[\"a\"]",
                                                            "42" + std::string(30, '1') + "[\"a\"]",
                                                            "40"}) {
    auto client = Admitted();
    client->SendFrame(packet);
    EXPECT_EQ(client->ReadFrame(), "closed") << packet;
    EXPECT_TRUE(presence_.AwaitOpen(0)) << packet;
  }
}

TEST_F(HostileTest, AttachmentsComeAtOnceOrNotAtAll) {
  Start();
  auto other_packet = Admitted();
  other_packet->SendFrame("451-[\"a\",{\"_placeholder\":true,\"num\":0}]");
  other_packet->SendFrame("42[\"b\"]");
  EXPECT_EQ(other_packet->ReadFrame(), "closed");
  EXPECT_TRUE(presence_.AwaitOpen(0));
  auto unasked = Admitted();
  unasked->SendFrame("bytes", kBinary);
  EXPECT_EQ(unasked->ReadFrame(), "closed");
  EXPECT_TRUE(presence_.AwaitOpen(0));
}

TEST_F(HostileTest, MalformedPollingEndsTheSession) {
  Start();
  for (const std::string body : {"", "9", "42[\"a\"", "b!!!", "40{}\x1e\x1e"}) {
    auto client = Connect();
    std::string query = "&sid=" + SidOf(client->Get("").body);
    EXPECT_EQ(client->Post(query, body).status, 400) << body;
    EXPECT_EQ(client->Get(query).status, 400) << body;
  }
  EXPECT_EQ(gateway_->Stats().polling_sessions, 0u);
}

TEST_F(HostileTest, WebSocketHandshakesThatAreNoneAreRefused) {
  Start();
  auto status = [this](std::string_view fields) {
    auto client = Connect();
    client->Send("GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: academy.test\r\n" + std::string(fields) +
                 "\r\n");
    return client->ReadResponse().status;
  };
  const std::string upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
  const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  EXPECT_EQ(status(""), 400);
  EXPECT_EQ(status("Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" + key), 400);
  EXPECT_EQ(status(upgrade + "Sec-WebSocket-Version: 13\r\n"), 400);
  EXPECT_THAT(status(upgrade + "Sec-WebSocket-Version: 8\r\n" + key), testing::AnyOf(400, 426));
  EXPECT_EQ(status(upgrade + "Sec-WebSocket-Version: 13\r\nContent-Length: 5\r\n" + key + "\r\nhello"), 400);
}

TEST_F(HostileTest, MessagesInPartsAndPingsBetweenThemAreTaken) {
  Start();
  auto client = Admitted();
  client->SendFrame("427[\"a", kTextBegins);
  client->SendFrame("still there?", kPing);
  EXPECT_EQ(client->ReadFrame(), "still there?");
  client->SendFrame("\xd8", kContinues);
  client->SendFrame("\xb9\"", kContinues);
  client->SendFrame("]", kEnds);
  EXPECT_EQ(client->ReadFrame(), "437[]");
  // Byte by byte, and many at once.
  const std::string frame(
      "\x81\x8c\0\0\0\0"
      "428[\"event\"]",
      18);
  for (char byte : frame) client->Send(std::string(1, byte));
  EXPECT_EQ(client->ReadFrame(), "438[]");
  client->Send(frame + frame + frame);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client->ReadFrame(), "438[]");
}

TEST_F(HostileTest, BinaryEventsAreAcknowledgedOnBothTransports) {
  Start();
  auto client = Admitted();
  const std::string event = "452-5[\"files\",{\"_placeholder\":true,\"num\":0},{\"_placeholder\":true,\"num\":1}]";
  client->SendFrame(event);
  client->SendFrame(std::string("\0\xff", 2), kBinary);
  client->SendFrame("", kBinary);
  EXPECT_EQ(client->ReadFrame(), "435[]");
  auto polling = Connect();
  std::string query = "&sid=" + SidOf(polling->Get("").body);
  EXPECT_EQ(polling->Post(query, "40{\"token\":\"learner:bea\"}").status, 200);
  ASSERT_TRUE(presence_.AwaitOpen(2));
  EXPECT_EQ(polling
                ->Post(query, event + "\x1e"
                                      "bAP8=\x1e"
                                      "bAAA=")
                .status,
            200);
  EXPECT_THAT(polling->Get(query).body, HasSubstr("435[]"));
}

TEST_F(HostileTest, AMessageOfTheWholeLimitPassesAndOneByteMoreDoesNot) {
  Start();
  constexpr size_t kLimit = 64 * 1024;
  auto message = [](size_t size) { return "427[\"" + std::string(size - 7, 'a') + "\"]"; };
  auto client = Admitted();
  client->SendFrame(message(kLimit));
  EXPECT_EQ(client->ReadFrame(), "437[]");
  client->SendFrame(message(kLimit + 1).substr(0, kLimit), kTextBegins);
  client->SendFrame("]", kEnds);
  EXPECT_EQ(client->ReadFrame(), "closed");
  EXPECT_TRUE(presence_.AwaitOpen(0));
  auto polling = Connect();
  std::string query = "&sid=" + SidOf(polling->Get("").body);
  EXPECT_EQ(polling->Post(query, "40{\"token\":\"learner:anna\"}").status, 200);
  EXPECT_EQ(polling->Post(query, message(kLimit)).status, 200);
  EXPECT_EQ(Connect()->Post(query, message(kLimit + 1)).status, 413);
}

TEST_F(HostileTest, OnePersonCannotTakeEverything) {
  Start();
  std::vector<std::unique_ptr<RawClient>> tabs;
  for (int i = 0; i < 32; ++i) tabs.push_back(ConnectWebSocket("learner:anna"));
  ASSERT_TRUE(presence_.AwaitOpen(32));
  auto refused = Connect();
  ASSERT_TRUE(refused->Upgrade(""));
  refused->ReadFrame();
  refused->SendFrame("40{\"token\":\"learner:anna\"}");
  EXPECT_THAT(refused->ReadFrame(), HasSubstr("\"code\":\"too_many_connections\""));
  ConnectWebSocket("learner:bea");
  tabs.pop_back();
  ASSERT_TRUE(presence_.AwaitOpen(31));
  ConnectWebSocket("learner:anna");
}

TEST_F(HostileTest, AnAddressHasFewSessionsThatNobodyIsAdmittedOn) {
  GatewayOptions options;
  options.max_pending_per_address = 2;
  Start(options);
  auto first = Connect();
  std::string query = "&sid=" + SidOf(first->Get("").body);
  EXPECT_EQ(Connect()->Get("").status, 200);
  EXPECT_EQ(Connect()->Get("").status, 429);
  EXPECT_EQ(Connect("192.0.2.2")->Get("").status, 200) << "another address";
  EXPECT_EQ(first->Post(query, "40{\"token\":\"learner:anna\"}").status, 200);
  ASSERT_TRUE(presence_.AwaitOpen(1));
  EXPECT_EQ(Connect()->Get("").status, 200) << "who is admitted makes room";
}

TEST_F(HostileTest, StrangersTogetherHaveFewSessions) {
  GatewayOptions options;
  options.max_pending = 2;
  Start(options);
  auto known = ConnectWebSocket("learner:anna");
  EXPECT_EQ(Connect("192.0.2.2")->Get("").status, 200);
  EXPECT_EQ(Connect("192.0.2.3")->Get("").status, 200);
  EXPECT_EQ(Connect("192.0.2.4")->Get("").status, 503);
}

TEST_F(HostileTest, AddressesOfOneHouseholdCountTogether) {
  GatewayOptions options;
  options.max_pending_per_address = 1;
  Start(options);
  EXPECT_EQ(Connect("2001:db8::1")->Get("").status, 200);
  EXPECT_EQ(Connect("2001:db8::2")->Get("").status, 429);
  EXPECT_EQ(Connect("2001:db8:0:1::1")->Get("").status, 200) << "another network";
}

TEST_F(HostileTest, ASessionWithoutATokenEndsSoonAndOneWhoseTokenIsBeingCheckedDoesNot) {
  GatewayOptions options;
  options.connect_timeout_ms = 50;
  Start(options);
  auto waiting = Connect();
  ASSERT_TRUE(waiting->Upgrade(""));
  waiting->ReadFrame();
  waiting->SendFrame("40{\"token\":\"held\"}");
  ASSERT_TRUE(checker_.AwaitHeld(1));
  auto silent = Connect();
  ASSERT_TRUE(silent->Upgrade(""));
  EXPECT_TRUE(silent->AwaitClose());
  checker_.Release();
  EXPECT_THAT(waiting->ReadFrame(), StartsWith("40{\"sid\":"));
}

TEST_F(HostileTest, APollingClientThatDoesNotFetchIsCut) {
  GatewayOptions options;
  options.max_backlog = 64 * 1024;
  Start(options);
  auto manager = Connect();
  std::string query = "&sid=" + SidOf(manager->Get("").body);
  EXPECT_EQ(manager->Post(query, "40{\"token\":\"manager:boss\"}").status, 200);
  ASSERT_TRUE(presence_.AwaitOpen(1));
  const OnlineLearners many{.ids = std::vector<std::string>(1000, "0190a000-0000-7000-8000-000000000000"),
                            .total = 1000};
  for (int i = 0; i < 4; ++i) gateway_->SetOnlineLearners(many);
  EXPECT_TRUE(presence_.AwaitOpen(0));
  EXPECT_EQ(manager->Get(query).status, 400);
}

TEST_F(HostileTest, WhoAnswersHeartbeatsStays) {
  GatewayOptions options;
  options.ping_interval_ms = 20;
  options.ping_timeout_ms = 20'000;
  Start(options);
  auto client = Admitted();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(client->ReadFrame(), "2");
    client->SendFrame("3");
  }
  EXPECT_EQ(presence_.open().size(), 1u);
}

TEST_F(HostileTest, ASessionThatEndedUnheardIsFoundAgain) {
  GatewayOptions options;
  options.recheck_interval_ms = 20;
  Start(options);
  auto anna = ConnectWebSocket("learner:anna");
  auto boss = ConnectWebSocket("manager:boss");
  anna->ReadFrame();
  // It cannot be determined, so the connection stays.
  checker_.End("session of anna", absl::UnavailableError("auth is away"));
  ASSERT_TRUE(checker_.AwaitAskedAgain(4));
  EXPECT_TRUE(Answers(*anna));
  checker_.End("session of anna", Error(absl::StatusCode::kUnauthenticated, "signed_in_elsewhere", "Elsewhere"));
  EXPECT_EQ(anna->ReadFrame(), R"(42["anotherDevice",{"reason":"signed_in_elsewhere"}])");
  EXPECT_EQ(anna->ReadFrame(), "41");
  EXPECT_TRUE(Answers(*boss));
  checker_.End("session of boss", Error(absl::StatusCode::kUnauthenticated, "expired", "Please sign in again"));
  EXPECT_EQ(boss->ReadFrame(), R"(42["logout",{"reason":"expired"}])");
  EXPECT_TRUE(presence_.AwaitOpen(0));
}

}  // namespace
}  // namespace academy::live
