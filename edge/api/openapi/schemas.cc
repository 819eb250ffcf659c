#include "edge/api/openapi/schemas.h"

#include <utility>
#include <vector>

#include "academy/common/v1/json.pb.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

bool IsTuple(const Descriptor* message) { return message->options().GetExtension(common::v1::as_tuple); }
bool IsList(const Descriptor* message) { return message->options().GetExtension(common::v1::as_list); }

bool OmittedWhenAbsent(const FieldDescriptor* field) {
  const auto& options = field->options();
  return options.GetExtension(common::v1::when_absent) == common::v1::WHEN_ABSENT_OMIT ||
         !options.GetExtension(common::v1::null_beside).empty();
}

bool IsText(const FieldDescriptor* field) {
  return field->type() == FieldDescriptor::TYPE_STRING && !field->is_repeated();
}

// `LoginManagerResponse.Identity` is LoginManagerIdentity.
std::string NameOf(const Descriptor* message) {
  std::string name = message->name();
  if (const Descriptor* outer = message->containing_type(); outer != nullptr) {
    std::string prefix = NameOf(outer);
    for (std::string_view suffix : {"Response", "Request"}) {
      if (prefix.ends_with(suffix)) prefix.resize(prefix.size() - suffix.size());
    }
    name = prefix + name;
  }
  return name;
}

Json OrNull(Json schema) {
  if (schema.contains("type")) {
    schema["type"] = {schema["type"], "null"};
    if (schema.contains("enum")) schema["enum"].push_back(nullptr);
    return schema;
  }
  return {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
}

Json ListOf(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

}  // namespace

Json Schemas::Response(const Descriptor* message) { return Reference(message, Way::kAnswer); }
Json Schemas::Request(const Descriptor* message) { return Reference(message, Way::kRequest); }

Json Schemas::Form(const Descriptor* message) {
  Json form = ObjectOf(message, Way::kRequest);
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* field = message->field(i);
    if (IsText(field) || field->type() == FieldDescriptor::TYPE_BYTES) continue;
    Json& property = form["properties"][field->json_name()];
    Json text = {
        {"type", "string"}, {"contentMediaType", "application/json"}, {"contentSchema", ValueOf(field, Way::kRequest)}};
    if (property.contains("description")) text["description"] = property["description"];
    property = std::move(text);
  }
  return form;
}

Json Schemas::Parameter(const FieldDescriptor* field) { return ValueOf(field, Way::kRequest); }

Json Schemas::Reference(const Descriptor* message, Way way) {
  if (IsList(message)) return ValueOf(message->field(0), way);
  std::string name = NameOf(message);
  if (way == Way::kRequest && !name.ends_with("Request")) name += "Input";
  auto [owner, fresh] = owners_.try_emplace(name, message);
  if (owner->second != message) {
    status_ = Error(absl::StatusCode::kInternal, "duplicate_schema",
                    message->full_name() + " and " + owner->second->full_name() + " would both be called " + name);
  }
  if (fresh) {
    // Added before its fields are read: this keeps the order of first reference, and a type may contain itself.
    schemas_[name] = nullptr;
    Json schema = IsTuple(message) ? TupleOf(message, way) : ObjectOf(message, way);
    schemas_[name] = std::move(schema);
  }
  return {{"$ref", "#/components/schemas/" + name}};
}

Json Schemas::ObjectOf(const Descriptor* message, Way way) {
  Json schema = {{"type", "object"}};
  if (std::string prose = ProseOf(comments_.Of(message->full_name())); !prose.empty()) schema["description"] = prose;
  Json properties = Json::object();
  Json required = Json::array();
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* field = message->field(i);
    if (way == Way::kAnswer && field->options().GetExtension(common::v1::internal)) continue;
    properties[field->json_name()] = PropertyOf(field, way);
    bool always = way == Way::kAnswer ? !OmittedWhenAbsent(field) : SaysRequired(CommentOf(field));
    if (always) required.push_back(field->json_name());
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["properties"] = std::move(properties);
  return schema;
}

Json Schemas::TupleOf(const Descriptor* message, Way way) {
  Json schema = {{"type", "array"}};
  if (std::string prose = ProseOf(comments_.Of(message->full_name())); !prose.empty()) schema["description"] = prose;
  Json items = Json::array();
  for (int i = 0; i < message->field_count(); ++i) items.push_back(PropertyOf(message->field(i), way));
  schema["minItems"] = items.size();
  schema["maxItems"] = items.size();
  schema["prefixItems"] = std::move(items);
  return schema;
}

Json Schemas::PropertyOf(const FieldDescriptor* field, Way way) {
  const std::string& comment = CommentOf(field);
  Json schema = ValueOf(field, way);
  if (field->has_presence() && !field->is_repeated()) {
    // In an answer an optional scalar may be absent, and is then null unless the field is omitted. A message field is
    // present unless its comment says otherwise. In a request null means absent, which the schema says only if the
    // comment does.
    const auto& options = field->options();
    bool left_out = options.GetExtension(common::v1::when_absent) == common::v1::WHEN_ABSENT_OMIT;
    bool plain = way == Way::kAnswer && field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE;
    if (!left_out && (plain || SaysNull(comment))) schema = OrNull(std::move(schema));
  }
  if (std::string prose = ProseOf(comment); !prose.empty()) schema["description"] = prose;
  return schema;
}

Json Schemas::ValueOf(const FieldDescriptor* field, Way way) {
  if (field->is_map()) {
    return {{"type", "object"}, {"additionalProperties", ValueOf(field->message_type()->map_value(), way)}};
  }
  Json value;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      value = Reference(field->message_type(), way);
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      value = {{"type", "boolean"}};
      break;
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
      value = {{"type", "integer"}, {"format", "int32"}};
      break;
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
      value = {{"type", "integer"}, {"format", "int64"}};
      break;
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      value = {{"type", "number"}, {"format", "double"}};
      break;
    case FieldDescriptor::CPPTYPE_ENUM: {
      value = {{"type", "string"}, {"enum", Json::array()}};
      for (int i = 0; i < field->enum_type()->value_count(); ++i) {
        value["enum"].push_back(field->enum_type()->value(i)->name());
      }
      break;
    }
    case FieldDescriptor::CPPTYPE_STRING: {
      value = {{"type", "string"}};
      const std::string& comment = CommentOf(field);
      if (field->type() == FieldDescriptor::TYPE_BYTES) {
        value["format"] = "binary";
      } else if (std::vector<std::string> words = WordsOf(comment); !words.empty()) {
        value["enum"] = words;
      } else if (comment.find("RFC 3339 UTC") != comment.npos) {
        value["format"] = "date-time";
      }
      break;
    }
  }
  return field->is_repeated() ? ListOf(std::move(value)) : value;
}

const std::string& Schemas::CommentOf(const FieldDescriptor* field) const { return comments_.Of(field->full_name()); }

}  // namespace academy::edge
