// JSON schemas (2020-12, as in OpenAPI 3.1) of protobuf messages, by the rules of academy/common/v1/json.proto.
//
// Not thread-safe; used only while the document is built.
#pragma once

#include <google/protobuf/descriptor.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/status.h"
#include "edge/api/openapi/comments.h"

namespace academy::edge {

// Keeps the order in which members were added.
using Json = nlohmann::ordered_json;

class Schemas {
 public:
  // `comments` must outlive this.
  explicit Schemas(const Comments& comments) : comments_(comments) {}

  // References to the schema of a message as the edge writes it, and as the edge reads it: in a request only the fields
  // marked `Required` are required, and none is null.
  Json Response(const google::protobuf::Descriptor* message);
  Json Request(const google::protobuf::Descriptor* message);
  // A request sent as a multipart form: bytes fields are files, string fields plain text, and all other fields JSON
  // text.
  Json Form(const google::protobuf::Descriptor* message);
  // A string field of a request that may be sent in the query.
  Json Parameter(const google::protobuf::FieldDescriptor* field);

  // INTERNAL duplicate_schema when two messages would get the same schema name.
  absl::Status status() const { return status_; }
  // All schemas referred to so far, by name; call once.
  Json Take() { return std::move(schemas_); }

 private:
  enum class Way { kAnswer, kRequest };

  Json Reference(const google::protobuf::Descriptor* message, Way way);
  Json ObjectOf(const google::protobuf::Descriptor* message, Way way);
  Json TupleOf(const google::protobuf::Descriptor* message, Way way);
  Json PropertyOf(const google::protobuf::FieldDescriptor* field, Way way);
  Json ValueOf(const google::protobuf::FieldDescriptor* field, Way way);
  const std::string& CommentOf(const google::protobuf::FieldDescriptor* field) const;

  const Comments& comments_;
  Json schemas_ = Json::object();
  std::map<std::string, const google::protobuf::Descriptor*> owners_;
  absl::Status status_;
};

}  // namespace academy::edge
