#include "edge/json/reader.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "academy/common/v1/error.pb.h"
#include "academy/common/v1/json.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using nlohmann::json;

// The field of that JSON name, or null.
const FieldDescriptor* FindField(const Descriptor* descriptor, const std::string& name) {
  // Messages have a handful of fields, so a linear search is as fast as a table.
  for (int i = 0; i < descriptor->field_count(); ++i) {
    if (descriptor->field(i)->json_name() == name) return descriptor->field(i);
  }
  return nullptr;
}

bool IsTuple(const Descriptor* descriptor) { return descriptor->options().GetExtension(common::v1::as_tuple); }
bool IsList(const Descriptor* descriptor) { return descriptor->options().GetExtension(common::v1::as_list); }

const char* Wanted(const FieldDescriptor* field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return "text";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "true or false";
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return "a number";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return IsTuple(field->message_type()) || IsList(field->message_type()) ? "a list" : "an object";
    case FieldDescriptor::CPPTYPE_ENUM:
      return "one of the known words";
    default:
      return "a whole number";
  }
}

// Fills a message from parser events. nlohmann's event parser keeps no document and does not recurse.
class MessageBuilder final : public json::json_sax_t {
 public:
  explicit MessageBuilder(Message& root) : root_(root) {}

  const absl::Status& status() const { return status_; }

  bool null() override {
    // In a list or tuple null is not "absent": each place needs a value.
    if (skipping_ > 0 || frames_.empty() || frames_.back().kind == Frame::kObject) return Scalar([](auto&&...) {});
    return WrongType();
  }
  bool boolean(bool value) override {
    return Put(FieldDescriptor::CPPTYPE_BOOL, [&](Message& m, const FieldDescriptor* f) {
      f->is_repeated() ? m.GetReflection()->AddBool(&m, f, value) : m.GetReflection()->SetBool(&m, f, value);
    });
  }
  bool number_integer(json::number_integer_t value) override { return Integer(value); }
  bool number_unsigned(json::number_unsigned_t value) override {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return Real(static_cast<double>(value));
    return Integer(static_cast<int64_t>(value));
  }
  bool number_float(json::number_float_t value, const json::string_t&) override { return Real(value); }
  bool string(json::string_t& value) override {
    const FieldDescriptor* field = Field();
    if (field != nullptr && field->type() == FieldDescriptor::TYPE_BYTES) {
      std::string raw;
      if (!Base64Decode(value, raw)) return WrongType();
      value = std::move(raw);
    }
    return Put(FieldDescriptor::CPPTYPE_STRING, [&](Message& m, const FieldDescriptor* f) {
      f->is_repeated() ? m.GetReflection()->AddString(&m, f, std::move(value))
                       : m.GetReflection()->SetString(&m, f, std::move(value));
    });
  }
  bool binary(json::binary_t&) override { return false; }

  bool start_object(size_t) override {
    if (++depth_ > kMaxJsonDepth) return TooDeep();
    if (depth_ == 1) {
      frames_.push_back({Frame::kObject, &root_, nullptr, 0});
      return true;
    }
    if (Skip()) return Enter();
    const FieldDescriptor* field = Field();
    bool object = field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
                  !IsTuple(field->message_type()) && !IsList(field->message_type()) && InPlace(field);
    if (!object) return WrongType();
    frames_.push_back({Frame::kObject, Open(field), nullptr, 0});
    return true;
  }
  bool key(json::string_t& name) override {
    if (skipping_ > 0) return true;
    Frame& frame = frames_.back();
    frame.field = FindField(frame.message->GetDescriptor(), name);
    if (frame.field != nullptr && frame.field->is_map()) frame.field = nullptr;
    return true;
  }
  bool end_object() override { return Leave(); }

  bool start_array(size_t) override {
    if (++depth_ > kMaxJsonDepth) return TooDeep();
    if (depth_ == 1) return Fail("invalid_json", "The request must be a JSON object");
    if (Skip()) return Enter();
    Frame& frame = frames_.back();
    const FieldDescriptor* field = Field();
    if (frame.kind == Frame::kObject && field->is_repeated()) {
      frame.message->GetReflection()->ClearField(frame.message, field);
      frames_.push_back({Frame::kList, frame.message, field, 0});
      return true;
    }
    if (field == nullptr || field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return WrongType();
    bool list = IsList(field->message_type());
    if (!list && !IsTuple(field->message_type())) return WrongType();
    Message* message = Open(field);
    message->Clear();
    frames_.push_back(
        {list ? Frame::kList : Frame::kTuple, message, list ? message->GetDescriptor()->field(0) : nullptr, 0});
    return true;
  }
  bool end_array() override {
    if (skipping_ == 0 && frames_.back().kind == Frame::kTuple &&
        frames_.back().index != frames_.back().message->GetDescriptor()->field_count()) {
      return WrongType();
    }
    return Leave();
  }

  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return Fail("invalid_json", "The request is not valid JSON");
  }

 private:
  struct Frame {
    enum Kind { kObject, kList, kTuple };
    Kind kind;
    Message* message;
    // In an object: the current key's field, null if unknown. In a list: the repeated field.
    const FieldDescriptor* field;
    // In a list or tuple: the number of values so far.
    int index;
  };

  // The field that the next value belongs to; null if there is none.
  const FieldDescriptor* Field() const {
    if (skipping_ > 0 || frames_.empty()) return nullptr;
    const Frame& frame = frames_.back();
    if (frame.kind != Frame::kTuple) return frame.field;
    const Descriptor* descriptor = frame.message->GetDescriptor();
    return frame.index < descriptor->field_count() ? descriptor->field(frame.index) : nullptr;
  }

  // Only unknown fields of objects are ignored; a tuple with too many values is wrong.
  bool Skip() const {
    return skipping_ > 0 || (frames_.back().kind == Frame::kObject && frames_.back().field == nullptr);
  }
  bool Enter() {
    ++skipping_;
    return true;
  }
  bool Leave() {
    --depth_;
    if (skipping_ > 0) {
      if (--skipping_ == 0) Done();
      return true;
    }
    frames_.pop_back();
    Done();
    return true;
  }
  void Done() {
    if (!frames_.empty()) ++frames_.back().index;
  }

  // Values of a repeated field must be in a list.
  bool InPlace(const FieldDescriptor* field) const {
    return !field->is_repeated() || frames_.back().kind == Frame::kList;
  }
  Message* Open(const FieldDescriptor* field) {
    Message* parent = frames_.back().message;
    if (field->is_repeated()) return parent->GetReflection()->AddMessage(parent, field);
    return parent->GetReflection()->MutableMessage(parent, field);
  }

  template <typename Store>
  bool Scalar(Store store) {
    if (frames_.empty()) return Fail("invalid_json", "The request must be a JSON object");
    if (const FieldDescriptor* field = Field(); field != nullptr) store(*frames_.back().message, field);
    if (skipping_ == 0) Done();
    return true;
  }
  template <typename Store>
  bool Put(FieldDescriptor::CppType type, Store store) {
    if (!frames_.empty() && !Skip()) {
      const FieldDescriptor* field = Field();
      if (field == nullptr || field->cpp_type() != type || !InPlace(field)) return WrongType();
    }
    return Scalar(store);
  }

  bool Integer(int64_t value) {
    const FieldDescriptor* field = Field();
    if (field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_INT32) {
      if (value != static_cast<int32_t>(value)) return WrongType();
      return Put(FieldDescriptor::CPPTYPE_INT32, [&](Message& m, const FieldDescriptor* f) {
        auto number = static_cast<int32_t>(value);
        f->is_repeated() ? m.GetReflection()->AddInt32(&m, f, number) : m.GetReflection()->SetInt32(&m, f, number);
      });
    }
    if (field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      return Real(static_cast<double>(value));
    }
    return Put(FieldDescriptor::CPPTYPE_INT64, [&](Message& m, const FieldDescriptor* f) {
      f->is_repeated() ? m.GetReflection()->AddInt64(&m, f, value) : m.GetReflection()->SetInt64(&m, f, value);
    });
  }
  bool Real(double value) {
    // Minus zero is zero, as it is where it has no fraction.
    value += 0.0;
    return Put(FieldDescriptor::CPPTYPE_DOUBLE, [&](Message& m, const FieldDescriptor* f) {
      f->is_repeated() ? m.GetReflection()->AddDouble(&m, f, value) : m.GetReflection()->SetDouble(&m, f, value);
    });
  }

  bool Fail(std::string_view reason, std::string_view message) {
    if (status_.ok()) status_ = Error(absl::StatusCode::kInvalidArgument, reason, message);
    return false;
  }
  bool TooDeep() { return Fail("invalid_json", "The request is nested too deeply"); }
  bool WrongType() {
    std::string path;
    const FieldDescriptor* wanted = nullptr;
    for (const Frame& frame : frames_) {
      if (frame.kind == Frame::kObject) {
        if (frame.field == nullptr) continue;
        if (!path.empty()) path += '.';
        path += frame.field->json_name();
        wanted = frame.field;
      } else {
        path += '[' + std::to_string(frame.index) + ']';
      }
    }
    bool list = wanted != nullptr && wanted->is_repeated() && frames_.back().kind == Frame::kObject;
    std::string message = path + " must be " + (list ? "a list" : wanted != nullptr ? Wanted(wanted) : "another type");
    common::v1::ErrorDetail detail;
    detail.set_reason("wrong_type");
    common::v1::FieldViolation* violation = detail.add_fields();
    violation->set_field(path);
    violation->set_code("wrong_type");
    violation->set_message(message);
    status_ = absl::InvalidArgumentError(message);
    AttachSerializedDetail(status_, detail.SerializeAsString());
    return false;
  }

  Message& root_;
  std::vector<Frame> frames_;
  int depth_ = 0;
  int skipping_ = 0;
  absl::Status status_;
};

}  // namespace

absl::Status ReadJson(std::string_view text, Message& message) {
  if (text.find_first_not_of(" \t\r\n") == text.npos) return absl::OkStatus();
  MessageBuilder builder(message);
  bool parsed = json::sax_parse(text.begin(), text.end(), &builder);
  if (!builder.status().ok()) return builder.status();
  if (!parsed) return Error(absl::StatusCode::kInvalidArgument, "invalid_json", "The request is not valid JSON");
  return absl::OkStatus();
}

}  // namespace academy::edge
