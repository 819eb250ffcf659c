// Text in windows-1256, in which older spreadsheets write Arabic.
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>

namespace academy::edge {

// In UTF-8. Every byte is a character.
std::string FromWindows1256(std::string_view text);

}  // namespace academy::edge
