#include "edge/api/request/request_reader.h"

#include <google/protobuf/descriptor.h>

#include <string>
#include <utility>

#include "edge/json/reader.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/json_text.h"
#include "services/platform/encoding/utf8.h"

namespace academy::edge {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const FieldDescriptor* FindField(const Message& message, std::string_view name) {
  const auto* descriptor = message.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    if (descriptor->field(i)->json_name() == name) return descriptor->field(i);
  }
  return nullptr;
}

bool IsText(const FieldDescriptor* field) {
  return field->type() == FieldDescriptor::TYPE_STRING && !field->is_repeated();
}

absl::Status NotUtf8(const std::string& field) {
  return WithReason(ValidationError({{field, "wrong_type", field + " must be a UTF-8 text"}}), "wrong_type");
}

}  // namespace

absl::Status ReadRequest(const Route& route, const http::Request& request, Message& message) {
  if (route.query_too) {
    for (const auto& [name, value] : request.query) {
      const FieldDescriptor* field = FindField(message, name);
      if (field == nullptr || !IsText(field)) continue;
      if (!IsUtf8(value)) return NotUtf8(name);
      message.GetReflection()->SetString(&message, field, value);
    }
  }
  std::string_view type = request.Field("content-type");
  if (!request.body.empty() && !type.empty() && !type.starts_with("application/json")) {
    return Error(absl::StatusCode::kUnimplemented, "unsupported_media_type",
                 "The request must be sent as application/json");
  }
  return ReadJson(request.body, message);
}

absl::Status ReadFormParts(std::vector<http::FormPart> parts, Message& message) {
  for (http::FormPart& part : parts) {
    const FieldDescriptor* field = FindField(message, part.name);
    if (field == nullptr) continue;
    if (field->type() == FieldDescriptor::TYPE_BYTES && !field->is_repeated()) {
      message.GetReflection()->SetString(&message, field, std::move(part.content));
    } else if (IsText(field)) {
      // protobuf drops or refuses a string that is not UTF-8.
      if (!IsUtf8(part.content)) return NotUtf8(part.name);
      message.GetReflection()->SetString(&message, field, std::move(part.content));
    } else {
      std::string json = "{";
      AppendJsonString(json, part.name);
      json += ':' + part.content + '}';
      RETURN_IF_ERROR(ReadJson(json, message));
    }
  }
  return absl::OkStatus();
}

}  // namespace academy::edge
