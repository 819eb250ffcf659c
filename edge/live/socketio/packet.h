// Reads and writes Engine.IO 4 and Socket.IO 5 packets, independently of any transport.
//
// Sources: docs/engine.io-protocol/v4-current.md and docs/socket.io-protocol/v5-current.md of the socketio/socket.io
// repository. Pure; may be called from any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"

namespace academy::live {

// The first character of a text packet.
enum class EngineType : char {
  kOpen = '0',
  kClose = '1',
  kPing = '2',
  kPong = '3',
  kMessage = '4',
  kUpgrade = '5',
  kNoop = '6',
};

// One packet as a WebSocket message: text that begins with its type, or the raw bytes of a binary message. Frames sent
// to many clients share their data.
struct Frame {
  std::shared_ptr<const std::string> data;
  bool binary = false;
};

Frame TextFrame(std::string text);
Frame BinaryFrame(std::string bytes);
// A frame with only its type.
Frame TypeFrame(EngineType type);

// Appends a packet to the body of a polling request or answer: packets are separated by 0x1e, and binary ones are `b`
// and base64.
void AppendToPayload(const Frame& frame, std::string& payload);
// Calls `take(binary, data)` for each packet of `payload`. Stops and returns false if `take` does, or at bad base64.
bool ForEachPacket(std::string_view payload, absl::FunctionRef<bool(bool binary, std::string_view data)> take);

// The handshake: an open packet.
struct Handshake {
  std::string sid;
  bool websocket = false;
  int ping_interval_ms = 0;
  int ping_timeout_ms = 0;
  size_t max_payload = 0;
};
std::string FormatHandshake(const Handshake& handshake);

enum class SocketType : char {
  kConnect = '0',
  kDisconnect = '1',
  kEvent = '2',
  kAck = '3',
  kConnectError = '4',
  kBinaryEvent = '5',
  kBinaryAck = '6',
};

// A Socket.IO packet, which an Engine.IO message carries.
struct SocketPacket {
  SocketType type = SocketType::kEvent;
  std::string nsp = "/";
  // Decimal digits; empty for none.
  std::string id;
  // How many binary messages follow.
  size_t attachments = 0;
  // JSON text; empty for none.
  std::string payload;
};

// Parses a packet sent by a client. Nullopt for anything the protocol forbids: an unknown type, a payload that does not
// have the type's JSON shape or nests deeper than 32, more than 10 attachments.
std::optional<SocketPacket> ParseSocketPacket(std::string_view text);
// The Engine.IO message packet that carries `packet`.
std::string FormatSocketPacket(const SocketPacket& packet);

// The string member `name` of the JSON object `object`; nullopt if it is missing or not a string.
std::optional<std::string> StringMember(std::string_view object, std::string_view name);
// The elements of the JSON array `array` as JSON texts without white space; empty if `array` is not an array.
std::vector<std::string> ArrayElements(std::string_view array);

}  // namespace academy::live
