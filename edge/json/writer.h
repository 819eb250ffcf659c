// Streams protobuf messages to JSON text, without a document in between, by the rules of academy/common/v1/json.proto.
//
// Thread-safe: what is learnt of a message type is kept for all threads.
#pragma once

#include <string>

namespace google::protobuf {
class Message;
}

namespace academy::edge {

// Appends `message` as JSON. 64-bit integers are numbers, doubles the shortest text that reads back the same (null
// where they are no number), bytes base64, enums their names.
void AppendJson(const google::protobuf::Message& message, std::string& out);

}  // namespace academy::edge
