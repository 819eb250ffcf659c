// Converts a serialized protobuf message to JSON text without building the message, by the same rules as AppendJson.
//
// Thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace academy::edge {

// Appends the JSON of the message of type `descriptor` whose serialized form is `wire`. False, with `out` unchanged,
// when `wire` is malformed, and in the few cases that need the parsed message and AppendJson: enum values without a
// name, lists whose elements are not adjacent, and a message field that occurs twice. A key that occurs twice in a map,
// which no service sends, is written twice.
bool AppendJsonOfWire(const google::protobuf::Descriptor* descriptor, std::string_view wire, std::string& out);

}  // namespace academy::edge
