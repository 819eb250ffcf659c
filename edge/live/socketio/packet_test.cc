#include "edge/live/socketio/packet.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace academy::live {
namespace {

using Packets = std::vector<std::pair<bool, std::string>>;

Packets Split(std::string_view payload, bool* ok = nullptr) {
  Packets packets;
  bool whole = ForEachPacket(payload, [&](bool binary, std::string_view data) {
    packets.emplace_back(binary, data);
    return true;
  });
  if (ok != nullptr) *ok = whole;
  return packets;
}

TEST(PayloadTest, PacketsSurviveEncodingAndDecoding) {
  std::string payload;
  AppendToPayload(TextFrame("4hello"), payload);
  AppendToPayload(BinaryFrame(std::string("\0\1\2\xff", 4)), payload);
  AppendToPayload(TypeFrame(EngineType::kPing), payload);
  EXPECT_EQ(payload,
            "4hello\x1e"
            "bAAEC/w==\x1e"
            "2");
  EXPECT_EQ(Split(payload), (Packets{{false, "4hello"}, {true, std::string("\0\1\2\xff", 4)}, {false, "2"}}));
}

TEST(PayloadTest, BadBase64EndsTheReading) {
  bool ok = true;
  EXPECT_EQ(Split("4a\x1e"
                  "b!!\x1e"
                  "4b",
                  &ok),
            (Packets{{false, "4a"}}));
  EXPECT_FALSE(ok);
}

TEST(HandshakeTest, PollingOffersWebSocketOnly) {
  Handshake handshake{.sid = "abc", .ping_interval_ms = 25000, .ping_timeout_ms = 20000, .max_payload = 65536};
  EXPECT_EQ(FormatHandshake(handshake),
            R"(0{"sid":"abc","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":65536})");
  handshake.websocket = true;
  EXPECT_NE(FormatHandshake(handshake).find(R"("upgrades":[])"), std::string::npos);
}

TEST(SocketPacketTest, ReadsEveryPart) {
  auto packet = ParseSocketPacket(R"(52-/room?x=1,17["upload",{"_placeholder":true,"num":0}])");
  ASSERT_TRUE(packet.has_value());
  EXPECT_EQ(packet->type, SocketType::kBinaryEvent);
  EXPECT_EQ(packet->attachments, 2u);
  EXPECT_EQ(packet->nsp, "/room");
  EXPECT_EQ(packet->id, "17");
  EXPECT_EQ(packet->payload, R"(["upload",{"_placeholder":true,"num":0}])");
}

TEST(SocketPacketTest, FormatIsWhatTheProtocolShows) {
  EXPECT_EQ(FormatSocketPacket({.type = SocketType::kEvent, .payload = R"(["foo"])"}), R"(42["foo"])");
  EXPECT_EQ(FormatSocketPacket({.type = SocketType::kAck, .nsp = "/admin", .id = "13", .payload = R"(["bar"])"}),
            R"(43/admin,13["bar"])");
  EXPECT_EQ(FormatSocketPacket({.type = SocketType::kBinaryEvent, .attachments = 1, .payload = "[1]"}), "451-[1]");
}

TEST(SocketPacketTest, ConnectTakesNoPayloadOrAnObject) {
  EXPECT_TRUE(ParseSocketPacket("0").has_value());
  EXPECT_TRUE(ParseSocketPacket("0/admin").has_value());
  EXPECT_TRUE(ParseSocketPacket(R"(0{"token":"t"})").has_value());
  EXPECT_FALSE(ParseSocketPacket("0[]").has_value());
  EXPECT_FALSE(ParseSocketPacket("0x").has_value());
}

TEST(SocketPacketTest, RefusesWhatTheProtocolForbids) {
  for (const char* text : {"", "4{}", "7", "x", "2", "2[]", "2{}", R"(2[{"a":1}])", R"(2["a")", "3{}", "5[\"a\"]",
                           "5-[\"a\"]", "511-[\"a\"]", "5999999999999999999999-[\"a\"]", "51", "1{}", R"(2abc["a"])"}) {
    EXPECT_FALSE(ParseSocketPacket(text).has_value()) << text;
  }
}

TEST(SocketPacketTest, RefusesDeepNestingWithoutRecursion) {
  std::string deep = "2[\"a\"," + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "]";
  EXPECT_FALSE(ParseSocketPacket(deep).has_value());
  std::string brackets_in_a_string = R"(2["a",")" + std::string(100, '[') + R"(\"["])";
  EXPECT_TRUE(ParseSocketPacket(brackets_in_a_string).has_value());
}

TEST(JsonTest, StringMemberTakesStringsOnly) {
  EXPECT_EQ(StringMember(R"({"token":"t"})", "token"), "t");
  EXPECT_EQ(StringMember(R"({"token":7})", "token"), std::nullopt);
  EXPECT_EQ(StringMember(R"({})", "token"), std::nullopt);
  EXPECT_EQ(StringMember("", "token"), std::nullopt);
}

TEST(JsonTest, ArrayElementsKeepTheirOrderAndKeys) {
  EXPECT_EQ(ArrayElements(R"(["a",{"z":1,"b":2},null])"),
            (std::vector<std::string>{"\"a\"", R"({"z":1,"b":2})", "null"}));
}

}  // namespace
}  // namespace academy::live
