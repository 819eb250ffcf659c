// UTF-8 by RFC 3629.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace academy {

// Returns the length in bytes of the valid sequence at the front of `text`, 0 when there is none. `text` is not empty.
size_t Utf8SequenceLength(std::string_view text);

// Whether all of `text` is valid UTF-8.
bool IsUtf8(std::string_view text);

}  // namespace academy
