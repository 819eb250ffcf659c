#include "edge/json/wire_writer.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "edge/json/plan.h"
#include "edge/json/values.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/json_text.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// https://protobuf.dev/programming-guides/encoding
enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

constexpr int kDeepest = 32;

// The bytes of one value, or for a list everything from its first element to its last. Has no initial values, because
// every message needs an array of slots on the stack.
struct Slot {
  const char* begin;
  const char* end;
  uint64_t number;
  WireType type;
  bool set;
};

// Reads from the front of a byte range. Every method returns false for malformed bytes.
class WireReader {
 public:
  explicit WireReader(std::string_view wire) : at_(wire.data()), end_(wire.data() + wire.size()) {}
  WireReader(const char* begin, const char* end) : at_(begin), end_(end) {}

  bool done() const { return at_ == end_; }
  const char* at() const { return at_; }

  bool Varint(uint64_t& value) {
    if (at_ < end_ && static_cast<unsigned char>(*at_) < 0x80) {
      value = static_cast<unsigned char>(*at_++);
      return true;
    }
    value = 0;
    for (int shift = 0; shift < 64 && at_ < end_; shift += 7) {
      auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool Tag(uint64_t& number, WireType& type) {
    uint64_t tag = 0;
    // protobuf reads 32 bits of a tag, whatever follows; nobody writes more.
    if (!Varint(tag) || tag > std::numeric_limits<uint32_t>::max()) return false;
    number = tag >> 3;
    type = static_cast<WireType>(tag & 7);
    return number > 0;
  }

  // Reads the value that follows a tag.
  bool Value(WireType type, Slot& slot) {
    slot.type = type;
    uint64_t size = 0;
    switch (type) {
      case kVarint:
        return Varint(slot.number);
      case kFixed64:
        return Fixed(sizeof(uint64_t), slot.number);
      case kFixed32:
        return Fixed(sizeof(uint32_t), slot.number);
      case kBytes:
        if (!Varint(size) || size > static_cast<uint64_t>(end_ - at_)) return false;
        slot.begin = at_;
        at_ += size;
        slot.end = at_;
        return true;
    }
    return false;
  }

 private:
  bool Fixed(size_t size, uint64_t& value) {
    if (static_cast<size_t>(end_ - at_) < size) return false;
    value = 0;
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(&value, at_, size);
    at_ += size;
    return true;
  }

  const char* at_;
  const char* const end_;
};

bool WriteMessage(const MessagePlan& plan, WireReader wire, int depth, std::string& out);

// The wire type of a single value of the field.
WireType TypeOf(const FieldPlan& step) {
  switch (step.type) {
    case FieldDescriptor::TYPE_DOUBLE:
    case FieldDescriptor::TYPE_FIXED64:
    case FieldDescriptor::TYPE_SFIXED64:
      return kFixed64;
    case FieldDescriptor::TYPE_FLOAT:
    case FieldDescriptor::TYPE_FIXED32:
    case FieldDescriptor::TYPE_SFIXED32:
      return kFixed32;
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
    case FieldDescriptor::TYPE_MESSAGE:
      return kBytes;
    default:
      return kVarint;
  }
}

bool WriteValue(const FieldPlan& step, const Slot& slot, int depth, std::string& out) {
  if (slot.type != TypeOf(step)) return false;
  uint64_t number = slot.number;
  switch (step.type) {
    case FieldDescriptor::TYPE_STRING:
      AppendJsonString(out, std::string_view(slot.begin, static_cast<size_t>(slot.end - slot.begin)));
      return true;
    case FieldDescriptor::TYPE_BYTES:
      AppendJsonString(out, Base64(std::string_view(slot.begin, static_cast<size_t>(slot.end - slot.begin))));
      return true;
    case FieldDescriptor::TYPE_MESSAGE:
      return WriteMessage(*step.message, WireReader(slot.begin, slot.end), depth + 1, out);
    case FieldDescriptor::TYPE_BOOL:
      out += number != 0 ? "true" : "false";
      return true;
    case FieldDescriptor::TYPE_INT32:
    case FieldDescriptor::TYPE_SFIXED32:
      AppendNumber(out, static_cast<int32_t>(number));
      return true;
    case FieldDescriptor::TYPE_INT64:
    case FieldDescriptor::TYPE_SFIXED64:
      AppendNumber(out, static_cast<int64_t>(number));
      return true;
    case FieldDescriptor::TYPE_UINT32:
    case FieldDescriptor::TYPE_FIXED32:
      AppendNumber(out, static_cast<uint32_t>(number));
      return true;
    case FieldDescriptor::TYPE_UINT64:
    case FieldDescriptor::TYPE_FIXED64:
      AppendNumber(out, number);
      return true;
    case FieldDescriptor::TYPE_DOUBLE:
      AppendReal(out, std::bit_cast<double>(number));
      return true;
    case FieldDescriptor::TYPE_FLOAT:
      AppendReal(out, std::bit_cast<float>(static_cast<uint32_t>(number)));
      return true;
    case FieldDescriptor::TYPE_ENUM: {
      const auto* value = step.field->enum_type()->FindValueByNumber(static_cast<int32_t>(number));
      if (value == nullptr) return false;
      AppendJsonString(out, value->name());
      return true;
    }
    default:
      return false;
  }
}

// Writes a list's elements, which are either tagged one by one or packed into one value.
bool WriteElements(const FieldPlan& step, const Slot& list, int depth, std::string& out) {
  WireReader wire(list.begin, list.end);
  bool may_be_packed = TypeOf(step) != kBytes;
  while (!wire.done()) {
    uint64_t number = 0;
    WireType type = kVarint;
    Slot slot{};
    if (!wire.Tag(number, type) || !wire.Value(type, slot)) return false;
    if (type == kBytes && may_be_packed) {
      WireReader packed(slot.begin, slot.end);
      while (!packed.done()) {
        Slot element{};
        if (!packed.Value(TypeOf(step), element) || !WriteValue(step, element, depth, out)) return false;
        out += ',';
      }
      continue;
    }
    if (!WriteValue(step, slot, depth, out)) return false;
    out += ',';
  }
  return true;
}

bool WriteList(const FieldPlan& step, const Slot& list, int depth, std::string& out) {
  out += '[';
  if (list.set && !WriteElements(step, list, depth, out)) return false;
  Close(out, '[', ']');
  return true;
}

// A map is a list of messages with key (1) and value (2), each of which is left out if it has its default.
bool WriteMap(const FieldPlan& step, const Slot& list, int depth, std::string& out) {
  const FieldPlan& key_plan = step.message->fields[0];
  const FieldPlan& value_plan = step.message->fields[1];
  bool quoted = key_plan.type == FieldDescriptor::TYPE_STRING;
  out += '{';
  WireReader wire(list.begin, list.end);
  while (!wire.done()) {
    uint64_t number = 0;
    WireType type = kVarint;
    Slot entry{};
    if (!wire.Tag(number, type) || type != kBytes || !wire.Value(type, entry)) return false;
    // Defaults, for a key or value that was left out.
    Slot key{.begin = entry.end, .end = entry.end, .type = TypeOf(key_plan)};
    Slot value{.begin = entry.end, .end = entry.end, .type = TypeOf(value_plan)};
    WireReader inner(entry.begin, entry.end);
    while (!inner.done()) {
      Slot ignored{};
      if (!inner.Tag(number, type)) return false;
      if (!inner.Value(type, number == 1 ? key : number == 2 ? value : ignored)) return false;
    }
    if (!quoted) out += '"';
    if (!WriteValue(key_plan, key, depth, out)) return false;
    out += quoted ? ":" : "\":";
    if (!WriteValue(value_plan, value, depth, out)) return false;
    out += ',';
  }
  Close(out, '{', '}');
  return true;
}

using Slots = std::array<Slot, MessagePlan::kMaxNumbers>;

// Finds each field's value.
bool Scan(const MessagePlan& plan, WireReader wire, Slots& slots) {
  int last = -1;
  while (!wire.done()) {
    const char* begin = wire.at();
    uint64_t number = 0;
    WireType type = kVarint;
    if (!wire.Tag(number, type)) return false;
    int index = number < plan.by_number.size() ? plan.by_number[number] : -1;
    Slot ignored{};
    if (index < 0) {
      if (!wire.Value(type, ignored)) return false;
      last = -1;
      continue;
    }
    const FieldPlan& step = plan.fields[static_cast<size_t>(index)];
    Slot& slot = slots[static_cast<size_t>(index)];
    if (!step.repeated) {
      // A message field that occurs twice must be merged, which needs the parsed message.
      if (slot.set && step.message != nullptr) return false;
      if (!wire.Value(type, slot)) return false;
    } else {
      if (slot.set && last != index) return false;
      if (!wire.Value(type, ignored)) return false;
      if (!slot.set) slot.begin = begin;
      slot.end = wire.at();
    }
    slot.set = true;
    last = index;
  }
  return true;
}

bool WriteMessage(const MessagePlan& plan, WireReader wire, int depth, std::string& out) {
  if (depth > kDeepest || !plan.numbers_known) return false;
  Slots slots;
  for (size_t i = 0; i < plan.fields.size(); ++i) slots[i].set = false;
  if (!Scan(plan, wire, slots)) return false;
  if (plan.as_list) return WriteList(plan.fields[0], slots[0], depth, out);
  out += plan.as_tuple ? '[' : '{';
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    const FieldPlan& step = plan.fields[i];
    const Slot& slot = slots[i];
    if (!slot.set) {
      if (!plan.as_tuple && (step.presence || step.repeated)) {
        if (step.omit) continue;
        if (step.null_beside != nullptr &&
            (step.null_beside_index < 0 || !slots[static_cast<size_t>(step.null_beside_index)].set)) {
          continue;
        }
      }
      out += step.absent;
      continue;
    }
    out += step.key;
    bool written = step.map        ? WriteMap(step, slot, depth, out)
                   : step.repeated ? WriteList(step, slot, depth, out)
                                   : WriteValue(step, slot, depth, out);
    if (!written) return false;
    out += ',';
  }
  plan.as_tuple ? Close(out, '[', ']') : Close(out, '{', '}');
  return true;
}

}  // namespace

bool AppendJsonOfWire(const Descriptor* descriptor, std::string_view wire, std::string& out) {
  size_t before = out.size();
  // Names and quotes take about as much room again.
  out.reserve(before + wire.size() * 2 + 256);
  if (WriteMessage(PlanOf(descriptor), WireReader(wire), 0, out)) return true;
  out.resize(before);
  return false;
}

}  // namespace academy::edge
