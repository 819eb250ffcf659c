#include "edge/json/writer.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "edge/json/plan.h"
#include "edge/json/values.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/json_text.h"

namespace academy::edge {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

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
      return AppendJsonString(out, field->type() == FieldDescriptor::TYPE_BYTES ? Base64(text) : text);
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
      return AppendJsonString(
          out, (many ? reflection.GetRepeatedEnum(message, field, index) : reflection.GetEnum(message, field))->name());
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
    bool repeated = step.repeated;
    bool absent = repeated ? step.omit && reflection.FieldSize(message, step.field) == 0
                           : step.presence && !reflection.HasField(message, step.field);
    if (absent && !plan.as_tuple) {
      if (step.omit) continue;
      if (step.null_beside != nullptr && !reflection.HasField(message, step.null_beside)) continue;
    }
    out += step.key;
    if (absent) {
      out += "null";
    } else if (step.map) {
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
  AppendMessage(out, message, PlanOf(message.GetDescriptor()));
}

}  // namespace academy::edge
