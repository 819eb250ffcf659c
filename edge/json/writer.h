// Writes protobuf messages as JSON text, without building a document, by the rules of academy/common/v1/json.proto.
//
// Thread-safe.
#pragma once

#include <string>

namespace google::protobuf {
class Message;
}

namespace academy::edge {

// Appends `message` as JSON: 64-bit integers as numbers, doubles as the shortest text that reads back the same (null
// for NaN and infinities), bytes as base64, enums by name.
void AppendJson(const google::protobuf::Message& message, std::string& out);

}  // namespace academy::edge
