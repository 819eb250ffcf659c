// Hexadecimal text.
#pragma once

#include <string>
#include <string_view>

namespace academy {

// Returns `raw` as lower-case hexadecimal. Thread-safe.
std::string Hex(std::string_view raw);

}  // namespace academy
