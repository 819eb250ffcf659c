// JSON strings (RFC 8259, section 7).
#pragma once

#include <string>
#include <string_view>

namespace academy {

// Appends `text` as a JSON string, quotes included. Each invalid UTF-8 byte becomes U+FFFD. Thread-safe.
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace academy
