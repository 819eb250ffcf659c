#include "edge/live/socketio/packet.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "services/platform/encoding/base64.h"

namespace academy::live {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kSeparator = '\x1e';
constexpr int kMaxDepth = 32;
constexpr size_t kMaxAttachments = 10;
// Of a 64-bit number.
constexpr size_t kMaxIdDigits = 20;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Looks before parsing, since the library's own recursion would follow any depth.
bool IsTooDeep(std::string_view json) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// A discarded value when `text` is not JSON.
Json ParseJson(std::string_view text) {
  if (IsTooDeep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

bool IsPayloadOf(SocketType type, std::string_view payload) {
  if (payload.empty()) return type == SocketType::kConnect || type == SocketType::kDisconnect;
  Json json = ParseJson(payload);
  switch (type) {
    case SocketType::kConnect:
      return json.is_object();
    case SocketType::kEvent:
    case SocketType::kBinaryEvent:
      return json.is_array() && !json.empty() && (json[0].is_string() || json[0].is_number());
    case SocketType::kAck:
    case SocketType::kBinaryAck:
      return json.is_array();
    default:
      return false;
  }
}

}  // namespace

Frame TextFrame(std::string text) { return {std::make_shared<const std::string>(std::move(text)), false}; }
Frame BinaryFrame(std::string bytes) { return {std::make_shared<const std::string>(std::move(bytes)), true}; }
Frame TypeFrame(EngineType type) { return TextFrame(std::string(1, static_cast<char>(type))); }

void AppendToPayload(const Frame& frame, std::string& payload) {
  if (!payload.empty()) payload += kSeparator;
  if (frame.binary) {
    payload += 'b';
    payload += Base64(*frame.data);
  } else {
    payload += *frame.data;
  }
}

bool ForEachPacket(std::string_view payload, absl::FunctionRef<bool(bool binary, std::string_view data)> take) {
  std::string bytes;
  while (true) {
    size_t end = payload.find(kSeparator);
    std::string_view packet = payload.substr(0, end);
    if (packet.starts_with('b')) {
      bytes.clear();
      if (!Base64Decode(packet.substr(1), bytes) || !take(true, bytes)) return false;
    } else if (!take(false, packet)) {
      return false;
    }
    if (end == payload.npos) return true;
    payload.remove_prefix(end + 1);
  }
}

std::string FormatHandshake(const Handshake& handshake) {
  // webtransport is never offered: it needs HTTP/3.
  return "0{\"sid\":\"" + handshake.sid + "\",\"upgrades\":" + (handshake.websocket ? "[]" : "[\"websocket\"]") +
         ",\"pingInterval\":" + std::to_string(handshake.ping_interval_ms) +
         ",\"pingTimeout\":" + std::to_string(handshake.ping_timeout_ms) +
         ",\"maxPayload\":" + std::to_string(handshake.max_payload) + "}";
}

std::optional<SocketPacket> ParseSocketPacket(std::string_view text) {
  if (text.empty() || text[0] < '0' || text[0] > '6') return std::nullopt;
  SocketPacket packet{.type = static_cast<SocketType>(text[0])};
  text.remove_prefix(1);

  if (packet.type == SocketType::kBinaryEvent || packet.type == SocketType::kBinaryAck) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), packet.attachments);
    size_t digits = static_cast<size_t>(end - text.data());
    if (error != std::errc() || digits == text.size() || *end != '-' || packet.attachments > kMaxAttachments) {
      return std::nullopt;
    }
    text.remove_prefix(digits + 1);
  }
  if (text.starts_with('/')) {
    size_t comma = text.find(',');
    std::string_view nsp = text.substr(0, comma);
    packet.nsp = std::string(nsp.substr(0, nsp.find('?')));
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
  size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  if (digits > kMaxIdDigits) return std::nullopt;
  packet.id = std::string(text.substr(0, digits));
  text.remove_prefix(digits);

  if (!IsPayloadOf(packet.type, text)) return std::nullopt;
  packet.payload = std::string(text);
  return packet;
}

std::string FormatSocketPacket(const SocketPacket& packet) {
  std::string text{static_cast<char>(EngineType::kMessage), static_cast<char>(packet.type)};
  if (packet.attachments > 0) text += std::to_string(packet.attachments) + "-";
  if (packet.nsp != "/") text += packet.nsp + ",";
  return text + packet.id + packet.payload;
}

std::optional<std::string> StringMember(std::string_view object, std::string_view name) {
  Json json = ParseJson(object);
  if (!json.is_object()) return std::nullopt;
  auto found = json.find(std::string(name));
  if (found == json.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::vector<std::string> ArrayElements(std::string_view array) {
  Json json = ParseJson(array);
  std::vector<std::string> elements;
  if (json.is_array()) {
    for (const Json& element : json) elements.push_back(element.dump());
  }
  return elements;
}

}  // namespace academy::live
