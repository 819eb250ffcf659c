// Streams the wire format of a protobuf message to JSON text: what a service sent becomes what a client gets without a
// message object in between, by the same rules as AppendJson.
//
// Thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace academy::edge {

// Appends the JSON of the message of type `descriptor` whose serialized form is `wire`. False, with `out` as it was,
// for what is not well-formed, and for the little that this way cannot do: enum values without a name, lists whose
// elements do not follow each other, and a message field that comes twice. AppendJson can, from the parsed message.
bool AppendJsonOfWire(const google::protobuf::Descriptor* descriptor, std::string_view wire, std::string& out);

}  // namespace academy::edge
