// How each message type is written as JSON, derived once from its descriptor and the options of
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
  // The field's type, cached because asking the descriptor is slower.
  google::protobuf::FieldDescriptor::Type type = google::protobuf::FieldDescriptor::TYPE_STRING;
  // `"name":`, empty in a tuple.
  std::string key;
  bool presence = false;
  bool repeated = false;
  bool map = false;
  bool omit = false;
  const google::protobuf::FieldDescriptor* null_beside = nullptr;
  // The index of `null_beside` among the plan's fields; -1 without one.
  int null_beside_index = -1;
  // The text written for an absent field, key and comma included; the value is null, an empty list or text, 0 ...
  std::string absent;
  // The plan of a message field's type; else null.
  const MessagePlan* message = nullptr;
};

struct MessagePlan {
  // `by_number` covers the field numbers below this.
  static constexpr int kMaxNumbers = 64;

  bool as_tuple = false;
  bool as_list = false;
  std::vector<FieldPlan> fields;
  // The index in `fields` of each field number, -1 for a field that is not written.
  std::array<int8_t, kMaxNumbers> by_number = {};
  // False when a field number is too large for `by_number`: the message then cannot be written from its wire format.
  bool numbers_known = true;
};

// Never destroyed.
const MessagePlan& PlanOf(const google::protobuf::Descriptor* descriptor);

}  // namespace academy::edge
