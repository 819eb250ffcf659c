// What a message type looks like as JSON: its descriptor's names and options, worked out once.
//
// Immutable once made; thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace academy::json {

struct Shape;

enum class Absent { kNull, kOmit, kNullBeside };

struct FieldShape {
  const google::protobuf::FieldDescriptor* field;
  // `"name":`.
  std::string key;
  Absent absent;
  // For kNullBeside: null where this one is set, left out where it is not.
  const google::protobuf::FieldDescriptor* beside;
  // Of a message field, or of a map's values; null for scalars.
  const Shape* message;
};

struct Shape {
  enum class Kind { kObject, kTuple, kList };
  Kind kind = Kind::kObject;
  // In order of their numbers, without internal ones.
  std::vector<FieldShape> fields;
};

// The shape of a type; made at first use and kept for ever, as descriptors are.
const Shape& ShapeOf(const google::protobuf::Descriptor* type);

}  // namespace academy::json
