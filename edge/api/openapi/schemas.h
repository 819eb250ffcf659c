// JSON schemas (2020-12, as OpenAPI 3.1 has them) of protobuf messages, by the rules of academy/common/v1/json.proto.
//
// Not thread-safe; used while the document is made.
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
  // `comments` must outlive it.
  explicit Schemas(const Comments& comments) : comments_(comments) {}

  // References to a message as the edge writes it, and as it reads it: nothing is always there in the latter but what
  // is required, and it has no null.
  Json Response(const google::protobuf::Descriptor* message);
  Json Request(const google::protobuf::Descriptor* message);
  // A request that is sent as a multipart form: files are binary, texts plain, all else is JSON text.
  Json Form(const google::protobuf::Descriptor* message);
  // A text field of a request that may stand in the query.
  Json Parameter(const google::protobuf::FieldDescriptor* field);

  // All that were referred to, by name. INTERNAL duplicate_schema where two messages would have one name.
  absl::Status status() const { return status_; }
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
