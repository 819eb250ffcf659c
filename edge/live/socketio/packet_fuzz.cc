#include "edge/live/socketio/packet.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::live::Frame;
using academy::live::SocketPacket;
using academy::live::SocketType;

namespace {

void CheckSocketPacket(std::string_view text) {
  std::optional<SocketPacket> packet = academy::live::ParseSocketPacket(text);
  if (!packet.has_value()) return;
  FUZZ_CHECK(packet->attachments <= 10 && packet->id.size() <= 20);
  if (packet->type == SocketType::kConnect) academy::live::StringMember(packet->payload, "token");
  if (packet->type == SocketType::kEvent) {
    FUZZ_CHECK(!academy::live::ArrayElements(packet->payload).empty());
  }
  // A binary packet must say how many attachments follow, even if there are none; we never send such a one.
  bool binary = packet->type == SocketType::kBinaryEvent || packet->type == SocketType::kBinaryAck;
  if (binary && packet->attachments == 0) return;
  std::string written = academy::live::FormatSocketPacket(*packet);
  std::optional<SocketPacket> again = academy::live::ParseSocketPacket(std::string_view(written).substr(1));
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(again->type == packet->type && again->nsp == packet->nsp && again->id == packet->id);
  FUZZ_CHECK(again->attachments == packet->attachments && again->payload == packet->payload);
}

}  // namespace

// A polling payload.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  std::vector<Frame> frames;
  bool whole = academy::live::ForEachPacket(input.Rest(), [&](bool binary, std::string_view packet) {
    frames.push_back(binary ? academy::live::BinaryFrame(std::string(packet))
                            : academy::live::TextFrame(std::string(packet)));
    return true;
  });
  std::string payload;
  for (const Frame& frame : frames) {
    academy::live::AppendToPayload(frame, payload);
    if (!frame.binary && frame.data->starts_with('4')) CheckSocketPacket(std::string_view(*frame.data).substr(1));
  }
  if (!whole || payload.empty()) return 0;
  size_t next = frames.size();
  // Empty packets in front are not written; nothing sends them.
  size_t first = 0;
  while (first < frames.size() && !frames[first].binary && frames[first].data->empty()) ++first;
  next = first;
  FUZZ_CHECK(academy::live::ForEachPacket(payload, [&](bool binary, std::string_view packet) {
    bool same = next < frames.size() && frames[next].binary == binary && *frames[next].data == packet;
    ++next;
    return same;
  }));
  FUZZ_CHECK(next == frames.size());
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "packets", .head = "4", .piece = "\x1e", .tail = ""},
      {.name = "binary",
       .head = "b",
       .piece = "\x1e"
                "bAA==",
       .tail = ""},
      {.name = "elements", .head = "42[0", .piece = ",0", .tail = "]"},
      {.name = "escapes", .head = "42[\"", .piece = "\\n", .tail = "\"]"},
      {.name = "brackets", .head = "42[", .piece = "[", .tail = ""},
      {.name = "keys", .head = "40{", .piece = "\"#\":0,", .tail = "\"a\":0}", .step = 1},
      {.name = "namespace", .head = "40/", .piece = "a?", .tail = ",{}"},
      {.name = "digits", .head = "42", .piece = "1", .tail = "[0]"},
  };
}

}  // namespace academy::fuzz
