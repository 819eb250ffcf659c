// Reads JSON text into a protobuf message, by json_name, as the REST contract wants it: unknown fields are ignored,
// null is absent, a value of the wrong type is named.
//
// Thread-safe.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace google::protobuf {
class Message;
}

namespace academy::edge {

// Deeper nesting is refused: nobody needs it, and readers have been broken by it.
inline constexpr int kMaxJsonDepth = 32;

// INVALID_ARGUMENT invalid_json for text that is no JSON object or nests too deeply; INVALID_ARGUMENT wrong_type with
// the field's path. Empty text is an empty object. Maps cannot be read.
absl::Status ReadJson(std::string_view text, google::protobuf::Message& message);

}  // namespace academy::edge
