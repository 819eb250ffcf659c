#include "edge/live/socketio/packet.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "services/platform/encoding/base64.h"

namespace academy::live {
namespace {

using Json = nlohmann::json;

constexpr char kSeparator = '\x1e';
constexpr int kMaxDepth = 32;
constexpr size_t kMaxAttachments = 10;
// Digits of a 64-bit number.
constexpr size_t kMaxIdDigits = 20;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads only what is needed of a JSON text. It builds no document, whose keys would take quadratic time.
class Shape final : public nlohmann::json_sax<Json> {
 public:
  enum class Kind { kNone, kObject, kArray, kText, kNumber, kOther };

  // The value of the object's member of that name is kept.
  explicit Shape(std::string_view member = {}) : member_(member) {}

  // False when `text` is not JSON, or nests too deeply.
  bool Read(std::string_view text) { return Json::sax_parse(text.begin(), text.end(), this); }

  Kind root() const { return root_; }
  // Of an array.
  Kind first() const { return first_; }
  // When it is a string; the last one where there are several.
  const std::optional<std::string>& member() const { return value_; }

  bool null() override { return Take(Kind::kOther); }
  bool boolean(bool) override { return Take(Kind::kOther); }
  bool number_integer(int64_t) override { return Take(Kind::kNumber); }
  bool number_unsigned(uint64_t) override { return Take(Kind::kNumber); }
  bool number_float(double, const std::string&) override { return Take(Kind::kNumber); }
  bool string(std::string& text) override { return Take(Kind::kText, &text); }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(size_t) override { return Take(Kind::kObject) && ++depth_ <= kMaxDepth; }
  bool start_array(size_t) override { return Take(Kind::kArray) && ++depth_ <= kMaxDepth; }
  bool key(std::string& name) override {
    if (depth_ == 1) is_member_ = name == member_;
    return true;
  }
  bool end_object() override { return --depth_ >= 0; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  bool Take(Kind kind, std::string* text = nullptr) {
    if (depth_ == 0) root_ = kind;
    if (depth_ != 1) return true;
    if (root_ == Kind::kArray && first_ == Kind::kNone) first_ = kind;
    if (!is_member_) return true;
    value_.reset();
    if (text != nullptr) value_ = std::move(*text);
    return true;
  }

  const std::string_view member_;
  int depth_ = 0;
  Kind root_ = Kind::kNone;
  Kind first_ = Kind::kNone;
  // The present member of the root is the one that is kept.
  bool is_member_ = false;
  std::optional<std::string> value_;
};

bool IsPayloadOf(SocketType type, std::string_view payload) {
  if (payload.empty()) return type == SocketType::kConnect || type == SocketType::kDisconnect;
  Shape shape;
  if (!shape.Read(payload)) return false;
  bool array = shape.root() == Shape::Kind::kArray;
  switch (type) {
    case SocketType::kConnect:
      return shape.root() == Shape::Kind::kObject;
    case SocketType::kEvent:
    case SocketType::kBinaryEvent:
      return array && (shape.first() == Shape::Kind::kText || shape.first() == Shape::Kind::kNumber);
    case SocketType::kAck:
    case SocketType::kBinaryAck:
      return array;
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
  // WebTransport is never offered, because it needs HTTP/3.
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
  Shape shape(name);
  if (!shape.Read(object) || shape.root() != Shape::Kind::kObject) return std::nullopt;
  return shape.member();
}

std::vector<std::string> ArrayElements(std::string_view array) {
  Shape shape;
  if (!shape.Read(array) || shape.root() != Shape::Kind::kArray) return {};
  std::vector<std::string> elements;
  std::string element;
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < array.size(); ++i) {
    char c = array[i];
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (space && !in_string) continue;
    bool closes = !in_string && (c == ']' || c == '}');
    if (closes) --depth;
    bool ends = !in_string && ((closes && depth == 0) || (c == ',' && depth == 1));
    if (ends && !element.empty()) elements.push_back(std::exchange(element, {}));
    if (!ends && depth > 0) element += c;
    if (in_string && c == '\\') {
      element += array[++i];
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '[' || c == '{')) {
      ++depth;
    }
  }
  return elements;
}

}  // namespace academy::live
