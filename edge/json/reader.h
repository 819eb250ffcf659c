// Reads JSON text into a protobuf message by json_name, by the rules of the REST contract: unknown fields are ignored,
// null means absent, and a value of the wrong type is an error that names the field.
//
// Thread-safe.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace google::protobuf {
class Message;
}

namespace academy::edge {

// Deeper nesting is refused: no call needs it, and deep nesting is a known attack on parsers.
inline constexpr int kMaxJsonDepth = 32;

// INVALID_ARGUMENT invalid_json for text that is not a JSON object or nests too deeply; INVALID_ARGUMENT wrong_type
// with the field's path. Empty text counts as an empty object. Map fields are not supported.
absl::Status ReadJson(std::string_view text, google::protobuf::Message& message);

}  // namespace academy::edge
