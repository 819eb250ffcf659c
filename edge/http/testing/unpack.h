// Decompresses what the edge compressed.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace academy::http {

// `coding` is gzip or zstd. Empty if `packed` is not one whole piece of it.
std::string Unpack(std::string_view coding, const std::string& packed);

}  // namespace academy::http
