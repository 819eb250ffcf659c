// How each message type looks as JSON, worked out once from its descriptor and the options of
// academy/common/v1/json.proto. For the writers of this folder.
//
// Thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace academy::edge {

struct MessagePlan;

struct FieldPlan {
  const google::protobuf::FieldDescriptor* field = nullptr;
  // The field's; asking it each time takes longer.
  google::protobuf::FieldDescriptor::Type type = google::protobuf::FieldDescriptor::TYPE_STRING;
  // `"name":`, empty in a tuple.
  std::string key;
  bool presence = false;
  bool repeated = false;
  bool map = false;
  bool omit = false;
  const google::protobuf::FieldDescriptor* null_beside = nullptr;
  // The sibling's index among the plan's fields, -1 without one.
  int null_beside_index = -1;
  // What stands for a field that is not there, key and comma included: its value is null, an empty list or text, 0 ...
  std::string absent;
  // Of a message field.
  const MessagePlan* message = nullptr;
};

struct MessagePlan {
  // Field numbers up to here are found by `by_number`.
  static constexpr int kMaxNumbers = 64;

  bool as_tuple = false;
  bool as_list = false;
  std::vector<FieldPlan> fields;
  // The index of each field number in `fields`, -1 where it is not written. Without it (a number is too large) the
  // message cannot be written from its wire format.
  std::array<int8_t, kMaxNumbers> by_number = {};
  bool numbers_known = true;
};

// Lives for ever.
const MessagePlan& PlanOf(const google::protobuf::Descriptor* descriptor);

}  // namespace academy::edge
