// Base64 (RFC 4648).
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace academy {

// Encodes in the URL-safe alphabet (section 5), without padding.
std::string Base64Url(std::string_view raw);

// Encodes in the standard alphabet (section 4), with padding.
std::string Base64(std::string_view raw);

// Whether the text has only characters of the URL-safe alphabet; it may be empty.
bool IsBase64Url(std::string_view text);

// Decodes either alphabet, padded or not, into `raw`. Returns false on any other character.
bool Base64Decode(std::string_view text, std::string& raw);

}  // namespace academy
