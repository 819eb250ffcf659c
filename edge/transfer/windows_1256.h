// Decodes windows-1256, in which older spreadsheets write Arabic.
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>

namespace academy::edge {

// Converts to UTF-8. Cannot fail, because every byte is a character.
std::string FromWindows1256(std::string_view text);

}  // namespace academy::edge
