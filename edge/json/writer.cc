#include "edge/json/writer.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "academy/common/v1/json.pb.h"
#include "services/common/ids.h"
#include "services/common/log.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

struct MessagePlan;

// What to do for one field, worked out once.
struct FieldPlan {
  const FieldDescriptor* field = nullptr;
  // `"name":`
  std::string key;
  bool presence = false;
  bool omit = false;
  const FieldDescriptor* null_beside = nullptr;
  // Of a message field.
  const MessagePlan* message = nullptr;
};

struct MessagePlan {
  bool as_tuple = false;
  bool as_list = false;
  std::vector<FieldPlan> fields;
};

// Plans by message type, nested ones included. Thread-safe.
class Plans {
 public:
  const MessagePlan& Of(const Descriptor* descriptor) {
    {
      absl::ReaderMutexLock lock(&mutex_);
      if (auto found = plans_.find(descriptor); found != plans_.end()) return *found->second;
    }
    absl::MutexLock lock(&mutex_);
    return *Make(descriptor);
  }

 private:
  const MessagePlan* Make(const Descriptor* descriptor) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    auto [slot, fresh] = plans_.try_emplace(descriptor);
    if (!fresh) return slot->second.get();
    // Stands in the map before its fields are looked at, so that a type may contain itself.
    slot->second = std::make_unique<MessagePlan>();
    MessagePlan* plan = slot->second.get();
    plan->as_tuple = descriptor->options().GetExtension(common::v1::as_tuple);
    plan->as_list = descriptor->options().GetExtension(common::v1::as_list);
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      const auto& options = field->options();
      if (options.GetExtension(common::v1::internal)) continue;
      FieldPlan step;
      step.field = field;
      step.key = "\"" + field->json_name() + "\":";
      step.presence = field->has_presence();
      step.omit = options.GetExtension(common::v1::when_absent) == common::v1::WHEN_ABSENT_OMIT;
      const std::string& beside = options.GetExtension(common::v1::null_beside);
      if (!beside.empty()) step.null_beside = descriptor->FindFieldByName(beside);
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) step.message = Make(field->message_type());
      plan->fields.push_back(std::move(step));
    }
    return plan;
  }

  absl::Mutex mutex_;
  absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessagePlan>> plans_ ABSL_GUARDED_BY(mutex_);
};

Plans& SharedPlans() {
  static Plans& plans = *new Plans;
  return plans;
}

void AppendText(std::string& out, std::string_view text) {
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || byte == '"' || byte == '\\') return AppendJsonString(out, text);
  }
  out += '"';
  out += text;
  out += '"';
}

template <typename Number>
void AppendNumber(std::string& out, Number number) {
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

void AppendReal(std::string& out, double number) {
  if (std::isfinite(number)) {
    AppendNumber(out, number);
  } else {
    out += "null";
  }
}

void AppendMessage(std::string& out, const Message& message, const MessagePlan& plan);

// The field's value, or its `index`th one when it is repeated.
void AppendValue(std::string& out, const Message& message, const Reflection& reflection, const FieldPlan& step,
                 int index) {
  const FieldDescriptor* field = step.field;
  bool many = index >= 0;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string scratch;
      const std::string& text = many ? reflection.GetRepeatedStringReference(message, field, index, &scratch)
                                     : reflection.GetStringReference(message, field, &scratch);
      return AppendText(out, field->type() == FieldDescriptor::TYPE_BYTES ? Base64(text) : text);
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return AppendMessage(
          out, many ? reflection.GetRepeatedMessage(message, field, index) : reflection.GetMessage(message, field),
          *step.message);
    case FieldDescriptor::CPPTYPE_BOOL:
      out += (many ? reflection.GetRepeatedBool(message, field, index) : reflection.GetBool(message, field)) ? "true"
                                                                                                             : "false";
      return;
    case FieldDescriptor::CPPTYPE_INT32:
      return AppendNumber(
          out, many ? reflection.GetRepeatedInt32(message, field, index) : reflection.GetInt32(message, field));
    case FieldDescriptor::CPPTYPE_INT64:
      return AppendNumber(
          out, many ? reflection.GetRepeatedInt64(message, field, index) : reflection.GetInt64(message, field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return AppendNumber(
          out, many ? reflection.GetRepeatedUInt32(message, field, index) : reflection.GetUInt32(message, field));
    case FieldDescriptor::CPPTYPE_UINT64:
      return AppendNumber(
          out, many ? reflection.GetRepeatedUInt64(message, field, index) : reflection.GetUInt64(message, field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return AppendReal(
          out, many ? reflection.GetRepeatedDouble(message, field, index) : reflection.GetDouble(message, field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return AppendReal(
          out, many ? reflection.GetRepeatedFloat(message, field, index) : reflection.GetFloat(message, field));
    case FieldDescriptor::CPPTYPE_ENUM:
      return AppendText(
          out, (many ? reflection.GetRepeatedEnum(message, field, index) : reflection.GetEnum(message, field))->name());
  }
}

// A list's or object's last comma becomes its end.
void Close(std::string& out, char open, char close) {
  if (out.back() == open) {
    out += close;
  } else {
    out.back() = close;
  }
}

void AppendList(std::string& out, const Message& message, const Reflection& reflection, const FieldPlan& step) {
  out += '[';
  int size = reflection.FieldSize(message, step.field);
  for (int i = 0; i < size; ++i) {
    AppendValue(out, message, reflection, step, i);
    out += ',';
  }
  Close(out, '[', ']');
}

void AppendMap(std::string& out, const Message& message, const Reflection& reflection, const FieldPlan& step) {
  out += '{';
  int size = reflection.FieldSize(message, step.field);
  for (int i = 0; i < size; ++i) {
    const Message& entry = reflection.GetRepeatedMessage(message, step.field, i);
    const Reflection& inner = *entry.GetReflection();
    const FieldPlan& key = step.message->fields[0];
    bool quoted = key.field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
    if (!quoted) out += '"';
    AppendValue(out, entry, inner, key, -1);
    out += quoted ? ":" : "\":";
    AppendValue(out, entry, inner, step.message->fields[1], -1);
    out += ',';
  }
  Close(out, '{', '}');
}

void AppendMessage(std::string& out, const Message& message, const MessagePlan& plan) {
  const Reflection& reflection = *message.GetReflection();
  if (plan.as_list) return AppendList(out, message, reflection, plan.fields[0]);
  out += plan.as_tuple ? '[' : '{';
  for (const FieldPlan& step : plan.fields) {
    bool repeated = step.field->is_repeated();
    bool absent = repeated ? step.omit && reflection.FieldSize(message, step.field) == 0
                           : step.presence && !reflection.HasField(message, step.field);
    if (absent && !plan.as_tuple) {
      if (step.omit) continue;
      if (step.null_beside != nullptr && !reflection.HasField(message, step.null_beside)) continue;
    }
    if (!plan.as_tuple) out += step.key;
    if (absent) {
      out += "null";
    } else if (step.field->is_map()) {
      AppendMap(out, message, reflection, step);
    } else if (repeated) {
      AppendList(out, message, reflection, step);
    } else {
      AppendValue(out, message, reflection, step, -1);
    }
    out += ',';
  }
  plan.as_tuple ? Close(out, '[', ']') : Close(out, '{', '}');
}

}  // namespace

void AppendJson(const Message& message, std::string& out) {
  AppendMessage(out, message, SharedPlans().Of(message.GetDescriptor()));
}

}  // namespace academy::edge
